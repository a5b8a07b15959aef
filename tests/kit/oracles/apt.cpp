// apt: for each line of hex, QuoteString with each argument as what else to encode, and
// DeQuoteString, in hex with blanks between.
#include <cstdio>
#include <iostream>
#include <string>

// As <apt-pkg/strutl.h> declares them, which only Debian's libapt-pkg-dev has.
std::string QuoteString(const std::string &text, const char *bad);
std::string DeQuoteString(const std::string &text);

static void print(const std::string &octets) {
    for (unsigned char octet : octets) std::printf("%02x", octet);
    std::printf(" ");
}

int main(int count, char **arguments) {
    for (std::string line; std::getline(std::cin, line);) {
        std::string octets;
        for (std::size_t at = 0; at + 1 < line.size(); at += 2)
            octets += static_cast<char>(std::stoi(line.substr(at, 2), nullptr, 16));
        for (int index = 1; index < count; index++) print(QuoteString(octets, arguments[index]));
        print(DeQuoteString(octets));
        std::printf("\n");
    }
}
