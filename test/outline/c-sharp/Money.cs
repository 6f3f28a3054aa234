using System;

namespace Shop
{
    [Flags]
    public enum Currency
    {
        Euro = 1,
        /// <summary>Of Mexico.</summary>
        Peso,
    }

    public readonly struct Money : IComparable<Money>
    {
        public static readonly Money Zero = new(0, Currency.Euro);
        public long Cents { get; init; }

        public static Money operator +(Money a, Money b) =>
            new(a.Cents + b.Cents, a.Currency);
        public static implicit operator decimal(Money money) => money.Cents / 100m;
        public char this[int index] { get { return ToString()[index]; } }

        public int CompareTo(Money other) => Cents.CompareTo(other.Cents);
    }

    public record Price(string Sku, Money Amount);

    public delegate Money Rounding(Money exact, int digits);

    public static class MoneyExtensions
    {
        /// <summary>Adds up, zero when there is nothing.</summary>
        public static TSum Sum<T, TSum>(this IEnumerable<T> items, Func<T, TSum> of)
            where TSum : struct, IAddable<TSum>
        {
            return default;
        }
    }
}
