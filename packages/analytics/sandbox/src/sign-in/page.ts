import { Html, html } from "@inlay/sandbox-kit/html"

const style = `:root { color-scheme: light dark; font: 14px/1.55 system-ui, sans-serif; }
body { background: light-dark(#f5f6f8, #14161a); color: light-dark(#1b1f26, #e8eaee); margin: 0; }
main { background: light-dark(#fff, #1e2127); border: 1px solid light-dark(#dde1e7, #333943); border-radius: 12px;
  margin: 72px auto; max-width: 420px; padding: 28px 32px; }
h1 { font-size: 20px; margin: 0 0 8px; } p { margin: 0 0 12px; }
ul { list-style: none; margin: 16px 0; padding: 0; } li { margin-bottom: 8px; }
form div { display: flex; gap: 12px; justify-content: flex-end; margin-top: 24px; }
button { border: 1px solid light-dark(#c8cdd6, #454c58); background: none; border-radius: 8px; color: inherit; cursor: pointer;
  font: inherit; padding: 8px 18px; }
button.primary { background: #1d5fd1; border-color: #1d5fd1; color: #fff; }`

/** A page without scripts. Its forms can be sent to the sandbox itself and to these origins. */
export const page = (status: number, title: string, main: Html, formTargets: ReadonlyArray<string> = []) => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action ${["'self'", ...formTargets].join(" ")}`,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store"
  },
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html> `.text
})
