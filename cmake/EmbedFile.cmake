# Turns a file into a C++ source: cmake -DINPUT=… -DOUTPUT=… -DNAME=… -P EmbedFile.cmake
#
# g++ 12 has no #embed, and the programs must carry their golden data: a user has no source tree. The bytes go out as
# an array, as a string literal of this length is beyond what compilers must take.
file(READ "${INPUT}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${hex}")
string(REGEX REPLACE "(('[^']*',){24})" "\\1\n" bytes "${bytes}")
file(WRITE "${OUTPUT}" "#include <string_view>

namespace tickproof::gate {

extern const std::string_view ${NAME};

namespace {
constexpr char bytes[] = {
${bytes}
};
}  // namespace

const std::string_view ${NAME}(bytes, sizeof(bytes));

}  // namespace tickproof::gate
")
