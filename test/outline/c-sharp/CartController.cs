using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;

namespace Shop.Web;

/// <summary>
/// The cart of the customer who asks.
/// </summary>
[ApiController]
[Route("api/[controller]")]
public sealed class CartController : ControllerBase
{
    private const int MaxLines = 50;
    private readonly ICarts _carts;

    public CartController(ICarts carts)
    {
        _carts = carts;
    }

    /// <summary>Who is asking.</summary>
    public string Owner { get; private set; } = "";

    public bool IsEmpty => _carts.Count == 0;

    [HttpGet("{id}")]
    public async Task<ActionResult<Cart>> Get(int id)
    {
        return Ok(await _carts.Find(id));
    }

    public Task Clear() => _carts.Clear(Owner);

    public event EventHandler<Cart>? Changed;
}

public interface ICarts
{
    int Count { get; }
    Task<Cart> Find(int id);
}
