require 'bigdecimal'

Money = Struct.new(:cents, :currency) do
  include Comparable

  def +(other)
    Money.new(cents + other.cents, currency)
  end

  def <=>(other)
    cents <=> other.cents
  end
end

module Shop::Pricing
  extend self

  class Rule
    class List < Array
      def first! = first || raise(KeyError)
    end

    class << self
      # Reads a rule from its line in the file.
      def build(name, *options)
        new(name, options)
      end

      alias make build
    end

    def name=(value); @name = value.strip; end
    def [](index) = @options[index]
  end

  def discount(price, by:, of: price)
    @@count = 1
    price - of * by
  end
end

def Money.rate(from, to)
  BigDecimal('1.1')
end
