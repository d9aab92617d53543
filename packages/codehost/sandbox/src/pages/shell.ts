// The layout of every page: head, header bar, footer, and a strict content security policy.

import type { IncomingMessage, ServerResponse } from "node:http"

import { type Html, html } from "@inlay/sandbox-kit/html"

/** The path of the pages' static files. */
const assetsPath = "/codehost-web/assets"

export interface PageContent {
  readonly title: string
  readonly main: Html
  /** Origins that forms of this page may be sent to, in addition to the sandbox itself. */
  readonly formTargets?: ReadonlyArray<string>
  /** The canonical URL of a page that has several. */
  readonly canonical?: string
}

const policyFor = (formTargets: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "frame-ancestors 'none'",
    "trusted-types codeyard",
    "require-trusted-types-for 'script'"
  ].join("; ")

const documentOf = ({ canonical, main, title }: PageContent): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Codeyard</title>
        ${canonical !== undefined && html`<link rel="canonical" href="${canonical}" />`}
        <link rel="icon" href="${assetsPath}/icon.svg" />
        <link rel="stylesheet" href="${assetsPath}/style.css" />
        <script type="module" src="${assetsPath}/app.js"></script>
      </head>
      <body>
        <header class="bar">
          <div class="wide">
            <a class="brand" href="/repo/acme/widgets"
              ><img src="${assetsPath}/icon.svg" alt="" width="28" height="28" /><span>Codeyard</span></a
            >
            <span class="signed" title="Signed in as mona"
              ><span class="avatar" aria-hidden="true">M</span><span>mona</span></span
            >
          </div>
        </header>
        <main id="main" tabindex="-1">${main}</main>
        <footer class="foot">Codeyard is made up for tests, as is everybody and everything on it.</footer>
      </body>
    </html> `

export const sendPage = (req: IncomingMessage, res: ServerResponse, status: number, content: PageContent): void => {
  res.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policyFor(content.formTargets ?? []),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store"
  })
  res.end(req.method === "HEAD" ? undefined : documentOf(content).text)
}

export const sendMissing = (req: IncomingMessage, res: ServerResponse): void =>
  sendPage(req, res, 404, {
    title: "Page not found",
    main: html`<div class="note">
      <h1>There is nothing here</h1>
      <p>The address may be misspelt, or what it named may be private or gone.</p>
      <a class="button" href="/repo/acme/widgets">Go to a repository</a>
    </div>`
  })
