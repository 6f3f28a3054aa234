#!/usr/bin/env lua
if jit then
  function clock() return require("ffi").C.clock() end
else
  -- Plain Lua is slower here.
  function clock()
    return os.clock() end
end

do
  local hidden = 0
  function count(
    step,
    limit
  )
    hidden = math.min(hidden + step, limit) end
end

local help = [[
function not_a_function() end]]

local function broken(items)
  return items[1 + ]
end

function setup(options)
  options = options or {}
  if options.verbose then
    function print_all() end
  end
end

goto finish
function Last () end
::finish::
