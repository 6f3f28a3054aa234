local json = require("json")

local Cart = {}
Cart.__index = Cart

-- What the printer can take.
Cart.MAX_LINES = 50

--- Makes an empty cart.
-- @param owner who pays
function Cart.new(owner)
  return setmetatable({ owner = owner, lines = {} }, Cart) end

function Cart:add(sku, count)
  if #self.lines >= Cart.MAX_LINES then
    error("cart is full")
  end
  table.insert(self.lines, { sku = sku, count = count or 1 })
  return self
end

local function encode(cart, ...)
  return json.encode(cart.lines)
end

--[[ Adds up all lines. ]]
function Cart:total(price_of)
  local sum = 0
  for _, line in ipairs(self.lines) do sum = sum + price_of(line) end return sum end

Cart.save = function(cart, path)
  io.open(path, "w"):write(encode(cart))
end

return Cart
