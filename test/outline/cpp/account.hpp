#pragma once

#include <memory>
#include <string>

namespace bank {

class Ledger;

/// Money of one customer.
/// Never copied.
class Account : public Entity {
 public:
  explicit Account(std::string owner, long cents = 0);
  Account(const Account&) = delete;
  virtual ~Account();

  /// Adds money.
  void deposit(long cents);
  [[nodiscard]] long balance() const noexcept { return cents_; }
  virtual void close() = 0;
  bool operator==(const Account& other) const;

  static constexpr int kLimit = 100;

 private:
  long cents_ = 0;
  std::unique_ptr<Ledger> ledger_;
};

using AccountPtr = std::shared_ptr<Account>;

enum class Currency : unsigned char {
  kEuro,
  kPeso = 4,
};

}  // namespace bank
