#nullable enable
using System;

namespace Jobs {
  internal abstract partial class Worker<TJob> : IDisposable
      where TJob : class, new() {
    #region state
    private int _done, _failed;
    #endregion

#if DEBUG
    private void Dump() { Console.WriteLine(_done); }
#else
    private void Dump() { }
#endif

    [Obsolete("use Run"), Traced]
    public async Task<int> RunAsync(
        TJob job,
        int retries = 3,
        CancellationToken cancel = default)
    {
      async Task<bool> Attempt(int left)
      {
        return left > 0 && await Attempt(left - 1);
      }
      return await Attempt(retries) ? 0 : 1;
    }

    int Broken(int count) {
      return count * ;
    }

    ~Worker() { Dispose(); }

    void IDisposable.Dispose() => Dump();

    private record struct Result(int Code);
  }
}
