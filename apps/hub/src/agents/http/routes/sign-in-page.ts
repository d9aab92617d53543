/**
 * `/sign-in`: where a link to the console leads. The link's secret stands behind the `#`, which no browser sends and no log
 * holds; a script of the page trades it for the cookie. Opening the page by itself, as previews of links do, uses nothing up.
 */
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Inlay</title>
<script src="/sign-in.js" defer></script>
<main>
<h1>Inlay</h1>
<p id="state" role="status">Signing in …</p>
<noscript>This needs JavaScript.</noscript>
</main>
</html>
`

const SCRIPT = `const link = location.hash.slice(1)
history.replaceState(null, "", "/sign-in")
const show = (text) => { document.getElementById("state").textContent = text }
const enter = async () => {
  if (link === "") return show("Run “inlay console” for a link that signs this browser in.")
  const answer = await fetch("/api/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link })
  })
  if (answer.ok) return location.replace("/")
  const { error } = await answer.json()
  show(error.message)
}
enter().catch(() => show("The hub does not answer. Is it still running?"))
`

const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = HttpServerResponse.text(PAGE, {
  contentType: "text/html; charset=utf-8",
  headers: { "content-security-policy": POLICY }
})

const script = HttpServerResponse.text(SCRIPT, { contentType: "text/javascript; charset=utf-8" })

export const layer = Layer.merge(HttpRouter.add("GET", "/sign-in", page), HttpRouter.add("GET", "/sign-in.js", script))
