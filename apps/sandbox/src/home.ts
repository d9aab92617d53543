// The index page: which services are simulated here and which demo pages there are.

import { html, Html } from "@inlay/sandbox-kit/html"

import type { PluginListing } from "./listing.ts"

const style = new Html(`
:root { color-scheme: light dark; font: 14px/1.55 system-ui, sans-serif;
  --line: light-dark(#dfe4e2, #2c3533); --soft: light-dark(#5a6764, #9fb0ac); --accent: light-dark(#0f766e, #5eead4); }
body { background: light-dark(#f5f6f5, #101413); color: light-dark(#16201e, #e9efed); margin: 48px auto; max-width: 760px; padding: 0 20px; }
h1 { font-size: 24px; letter-spacing: -0.015em; margin: 0 0 4px; }
h2 { font-size: 15px; margin: 0 0 12px; }
p { color: var(--soft); margin: 0 0 24px; }
section { background: light-dark(#fff, #191f1e); border: 1px solid var(--line); border-radius: 12px; margin-bottom: 16px; padding: 20px 24px; }
dl { display: grid; gap: 6px 20px; grid-template-columns: max-content minmax(0, 1fr); margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
code { font: 13px/1.5 ui-monospace, monospace; }
h3 { font-size: 13px; color: var(--soft); font-weight: 500; margin: 18px 0 8px; }
@media (max-width: 560px) { dl { grid-template-columns: minmax(0, 1fr); gap: 2px; } dd { margin-bottom: 8px; } }
`)

const term = (name: string, value: Html): Html =>
  html`<dt>${name}</dt>
    <dd>${value}</dd>`
const link = (address: string): Html => html`<a href="${address}">${address}</a>`
const code = (text: string): Html => html`<code>${text}</code>`

/** A page can be opened in a browser; a service's base address by itself returns nothing. */
const isPage = (name: string): boolean => /page$/i.test(name)

const card = ({ control, env, id, urls }: PluginListing): Html => {
  const addresses = Object.entries(urls).map(([name, url]) => term(name, isPage(name) ? link(url) : code(url)))
  const variables = Object.entries(env).map(([name, value]) => term(name, code(value)))
  const watch = ["calls", "charges", "faults"].map((name) => term(name, link(`${control}/${name}`)))
  return html`<section>
    <h2>${id}</h2>
    <dl>${addresses}</dl>
    <h3>Connect an account</h3>
    <dl>${variables}</dl>
    <h3>Watch</h3>
    <dl>${watch}</dl>
  </section> `
}

export const homeHtml = (plugins: ReadonlyArray<PluginListing>): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sandbox</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>Sandbox</h1>
        <p>Simulated providers and demo pages. Everything on them is fictional.</p>
        ${plugins.map(card)}
      </body>
    </html> `
