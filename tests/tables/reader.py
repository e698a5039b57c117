"""Reads table files as FORMAT.md describes them; prints a line for each mask: the mask and its value."""

import json
import struct
import sys
import zlib

SIZE = {"I8": "b", "I16": "h", "I32": "i", "U32": "I", "I64": "q"}


def parts(data):
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__")
    begin = 8 + length
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        tensors[name] = (entry["dtype"], data[begin + start : begin + end])
    assert (begin + header["values"]["data_offsets"][0]) % 64 == 0
    return begin, metadata, tensors


def check(data, begin, tensors):
    values = tensors["values"][1]
    chunks = [values[at : at + 1_048_576] for at in range(0, len(values), 1_048_576)]
    covered = [data[:begin], tensors["high"][1], tensors["low"][1], *chunks]
    sums = [zlib.crc32(part) for part in covered]
    sums.append(zlib.crc32(struct.pack("<%dI" % len(sums), *sums)))
    assert struct.pack("<%dI" % len(sums), *sums) == tensors["checksums"][1], "checksums"


def by_struct(tensors):
    def numbers(name):
        dtype, data = tensors[name]
        return struct.unpack("<%d%s" % (len(data) // struct.calcsize(SIZE[dtype]), SIZE[dtype]), data)

    high, low, values = numbers("high"), numbers("low"), numbers("values")
    L = len(low).bit_length() - 1
    return lambda m: values[high[m >> L] + low[m & ((1 << L) - 1)]]


def by_numpy(tensors):
    import numpy

    t = {name: numpy.frombuffer(data, "<" + SIZE[dtype]) for name, (dtype, data) in tensors.items()}
    L = t["low"].size.bit_length() - 1
    return lambda m: t["values"][t["high"][m >> L] + t["low"][m & ((1 << L) - 1)]]


def by_safetensors(path):
    from safetensors.numpy import load_file

    t = load_file(path)
    L = t["low"].size.bit_length() - 1
    return lambda m: t["values"][t["high"][m >> L] + t["low"][m & ((1 << L) - 1)]]


def main(path, how):
    with open(path, "rb") as file:
        data = file.read()
    begin, metadata, tensors = parts(data)
    check(data, begin, tensors)
    family, *sizes = metadata["space"].split()
    bits = sum(map(int, sizes))
    ways = {"struct": lambda: by_struct(tensors), "numpy": lambda: by_numpy(tensors), "safetensors": lambda: by_safetensors(path)}
    value = ways[how]()
    for mask in range(1 << bits):
        if family == "subsets" or bin(mask).count("1") == int(sizes[0]):
            print(mask, int(value(mask)))


main(*sys.argv[1:])
