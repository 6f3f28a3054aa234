local M = {}
local DEFAULT <const> = "main"
local handlers = setmetatable({}, { __mode = "k" })

--- Calls `handler` for every event of that name.
---@param name string
function M.on(name, handler)
  local function off()
    handlers[handler] = nil
  end
  handlers[handler] = name
  return off
end

local emit = function(name, ...)
  local call = function(handler, ...) return pcall(handler, ...) end
  for handler, wanted in pairs(handlers) do
    if wanted == name then call(handler, ...) end
  end
end

function M.deep.path:fire(event) emit(event.name, event) end

M.once = function(name, handler)
  local off; off = M.on(name, function(...) off(); handler(...) end)
end

M.defaults = {
  name = DEFAULT,
  on_error = function(message) print(message) end,
}

return M
