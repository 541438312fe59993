#!/bin/bash -eu
# Builds the harnesses the way ClusterFuzzLite and OSS-Fuzz ask for: with their compiler, flags and engine, into $OUT,
# each with its seeds, dictionary and options. project/clusterfuzzlite is the test that runs this.
#
# Their standard library is libc++, and a distribution's C++ libraries are built with libstdc++, so none of them can be
# linked: fmt is compiled along from its headers, and Z3 and CaDiCaL are left out (TICKPROOF_SOLVERS=OFF), with the
# comparisons that need them. scripts/fuzz runs those. OpenSSL is C, and linked statically, as nothing is installed where
# harnesses run.
cd "$SRC/tickproof"
build=$WORK/tickproof

# -w: a newer compiler's warnings are no reason not to fuzz. What only gate and command line need is not looked for.
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_CXX_COMPILER="$CXX" -DCMAKE_CXX_FLAGS="$CXXFLAGS -w" \
    -DTICKPROOF_FUZZ=ON -DTICKPROOF_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
    -DTICKPROOF_TESTS=OFF -DTICKPROOF_SOLVERS=OFF -DOPENSSL_USE_STATIC_LIBS=ON \
    -Dfmt_DIR="$PWD/.clusterfuzzlite/cmake" -DCLI11_DIR="$PWD/.clusterfuzzlite/cmake" \
    -DLIBUV_INCLUDE_DIR=/nowhere -DLIBUV_LIBRARY=/nowhere
cmake --build "$build" --target fuzzers

for program in "$build"/fuzz/fuzz_*; do
    [ -x "$program" ] || continue
    target=$(basename "$program")
    name=${target#fuzz_}
    [ "$name" != canary ] || continue  # its fault is planted, and would be a finding every night
    cp "$program" "$OUT/"
    printf '[libfuzzer]\nmax_len = 4096\ntimeout = 25\n' >"$OUT/$target.options"
    if [ -f "fuzz/dictionaries/$name.dict" ]; then
        cp "fuzz/dictionaries/$name.dict" "$OUT/$target.dict"
    fi
    if [ -d "fuzz/corpus/$name" ]; then
        (cd "fuzz/corpus/$name" && cmake -E tar cf "$OUT/${target}_seed_corpus.zip" --format=zip -- *)
    fi
done
