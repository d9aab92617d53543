/** A page that the hub or the program renders itself, beside the console: one panel, without scripts. */

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Escapes text from outside: removes control and format characters, which could hide or reorder words. */
export const escape = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Co}]/gu, "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")

/** Its policy, which allows the style within it. */
export const STYLED_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/** The console's colours and fonts, inlined because these pages load nothing. */
const STYLE = [
  ":root{color-scheme:light dark;--font:-apple-system,'Segoe UI',Roboto,'Adwaita Sans',Cantarell,Ubuntu,'Noto Sans','Liberation Sans',system-ui,sans-serif;font:14px/1.42858 var(--font);--surface:light-dark(#fff,#1b1e22);--sunken:light-dark(#f4f6f7,#131619);--line:light-dark(#e0e4e7,#353b42);--ink:light-dark(#171a1d,#eceff2);--quiet:light-dark(#565f68,#a9b2bb);--accent:light-dark(#0b6570,#63c3cd);--on-accent:light-dark(#fff,#06282c);--warning-soft:light-dark(#fdf1d6,#372c13);--warning:light-dark(#7a4b00,#ebbd66)}",
  "body{margin:0;padding:12vh 16px 32px;background:var(--sunken);color:var(--ink)}",
  "main{box-sizing:border-box;max-width:480px;margin:0 auto;padding:24px;border:1px solid var(--line);border-radius:8px;background:var(--surface)}",
  "h1{margin:0 0 16px;font:600 18px/1.33334 var(--font);overflow-wrap:anywhere}p{margin:16px 0 0;overflow-wrap:anywhere}a{color:var(--accent)}",
  "dl{margin:16px 0}dt{color:var(--quiet);font-size:12px;line-height:1.33334}dd{margin:0 0 8px;overflow-wrap:anywhere}",
  "fieldset{margin:0 0 16px;padding:8px 12px 12px;border:1px solid var(--line);border-radius:6px}legend{padding:0 4px;font-weight:600}",
  "label{display:flex;gap:8px;align-items:center;padding:4px 0;overflow-wrap:anywhere}code{white-space:nowrap}input{flex:none;width:16px;height:16px;margin:0;accent-color:var(--accent)}",
  ".warning{padding:8px 12px;border:1px solid transparent;border-radius:6px;background:var(--warning-soft);color:var(--warning)}",
  "button{min-height:32px;margin-right:8px;padding:4px 16px;border:1px solid var(--line);border-radius:6px;background:var(--surface);color:var(--ink);font:inherit;cursor:pointer}",
  'button[value="allow"]{border-color:var(--accent);background:var(--accent);color:var(--on-accent);font-weight:600}',
  ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}.quiet{color:var(--quiet)}"
].join("")

/** @param body its HTML, in which texts from outside are escaped */
export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title><style>${STYLE}</style></head><body><main><h1>${escape(title)}</h1>${body}</main></body></html>\n`
