# frozen_string_literal: true

require 'date'

# Everything about money owed to us.
module Billing
  GRACE_DAYS = 14
  class Overdue < StandardError; end

  # One letter with a sum in it.
  # Sent twice at most.
  class Invoice < ApplicationRecord
    attr_reader :customer, :due_on
    attr_accessor :paid

    belongs_to :customer

    def initialize(customer, due_on: Date.today, **rest)
      @customer = customer
      @due_on = due_on
    end

    # True when the days of grace are over.
    def overdue?(today = Date.today)
      today > due_on + GRACE_DAYS
    end

    def self.for(order, &block)
      new(order.customer).tap(&block)
    end

    private

    def total = lines.sum(&:price)
  end
end
