#include "smt/certificate/proof_file.h"

#include <string>

#include <gtest/gtest.h>

namespace tickproof::certificate {
namespace {

TEST(ProofFile, NamesStayInTheFolder) {
    EXPECT_TRUE(is_plain_file_name("a.drat"));
    EXPECT_TRUE(is_plain_file_name("..a"));
    EXPECT_FALSE(is_plain_file_name(""));
    EXPECT_FALSE(is_plain_file_name("."));
    EXPECT_FALSE(is_plain_file_name(".."));
    EXPECT_FALSE(is_plain_file_name("/etc/passwd"));
    EXPECT_FALSE(is_plain_file_name("../a"));
    EXPECT_FALSE(is_plain_file_name("a/b"));
    EXPECT_FALSE(is_plain_file_name(std::string("a\0b", 3)));
    EXPECT_FALSE(is_plain_file_name("a\nb"));
}

CertificateFile refutation_of(const std::string& proof) {
    CertificateFile file;
    file.certificate.lower_evidence = Refutation{.horizon = 3, .formula_sha256 = "", .proof = ""};
    file.proof_file = "a.drat";
    file.proof_sha256 = sha256_of(proof);
    return file;
}

TEST(ProofFile, GoesToTheCertificateItWasWrittenFor) {
    const auto certificate = attach_proof(refutation_of("proof"), "proof");
    ASSERT_TRUE(certificate.has_value());
    EXPECT_EQ(std::get<Refutation>(certificate->lower_evidence).proof, "proof");
}

TEST(ProofFile, IsRefusedWhenItIsAnother) {
    const auto certificate = attach_proof(refutation_of("proof"), "prooF");
    ASSERT_FALSE(certificate.has_value());
    EXPECT_EQ(certificate.error(),
              "the proof has SHA-256 " + sha256_of("prooF") + ", the certificate wants " + sha256_of("proof"));
    EXPECT_FALSE(attach_proof(CertificateFile{}, "proof").has_value());
}

}  // namespace
}  // namespace tickproof::certificate
