/** Samples of documents and data. See samples.fixture.ts. */
import type { Sample } from './sample.fixture.ts'

export const DATA_SAMPLES: Record<string, Sample> = {
  markdown: {
    path: 'README.md',
    text: `---
title: Cart
---
# Cart

Words.

## Install

\`\`\`sh
# not a heading
npm i
\`\`\`

### From source

## Use

Old
===

Deeper
---
`,
  },
  json: {
    path: 'package.json',
    text: `{
  "name": "cart",
  "scripts": {
    "build": "node build.mjs",
    "nested": { "deep": { "deeper": 1 } }
  },
  "files": ["a", "b"],
  "list": [{ "id": 1 }, { "id": 2 }]
}
`,
  },
  yaml: {
    path: 'ci.yml',
    text: `# CI.
name: CI
on:
  push:
    branches: [main]
jobs:
  # Builds it.
  build:
    runs-on: ubuntu-latest
    steps:
      - name: Checkout
        uses: actions/checkout@v4
      - run: |
          npm ci
          npm test
`,
  },
  toml: {
    path: 'Cargo.toml',
    text: `title = "x"

# The package.
[package]
name = "cart"
version = "0.1.0"

[dependencies.serde]
version = "1"

[[bin]]
name = "a"
`,
  },
  css: {
    path: 'style.css',
    text: `/* Colours. */
:root {
  --main: red;
}
.cart > .item,
.cart .other { color: red; }
@media (max-width: 600px) {
  .cart { display: none; }
}
@keyframes spin { from { top: 0 } to { top: 1px } }
@import 'x.css';
`,
  },
  html: {
    path: 'index.html',
    text: `<!doctype html>
<html lang="en">
<head><title>Cart</title>
<style>.a { color: red }</style>
</head>
<body>
  <div class="wrap">
    <main id="app">
      <h1>The <b>cart</b></h1>
      <p>Words</p>
      <form id="pay"><input name="x"></form>
      <x-item></x-item>
    </main>
  </div>
  <script>function f() {}</script>
</body>
</html>
`,
  },
}
