/**
 * Shows a tool's result in the chat of an MCP client: the plugin's card, drawn with the components of the console and
 * the extension.
 */
import type { Card } from "@inlay/agent-plugin/Card"
import { CardView } from "@inlay/ui/CardView"
import { useCopying } from "@inlay/ui/copying"
import { visible } from "@inlay/ui/text/visible"
import { render } from "preact"

import { common } from "../words.ts"
import { connect } from "./host.ts"
import { resultCard } from "./result-card.ts"
import { chatCard as words } from "./words.ts"

const Shown = ({ card }: { readonly card: Card }) => {
  const copying = useCopying(common.notCopied)
  return (
    <main>
      {card.title !== "" && <h1>{visible(card.title)}</h1>}
      {card.subtitle !== "" && <p class="quiet">{visible(card.subtitle)}</p>}
      <CardView card={card} showSources={false} copying={copying} words={common} />
      <p class="unseen" role="status">
        {copying.said}
      </p>
    </main>
  )
}

const root = document.querySelector("#card") ?? document.body
const say = (text: string) => render(<p class="quiet">{text}</p>, root)

const host = connect({
  onResult: (result) => render(<Shown card={resultCard(result)} />, root),
  onCancelled: () => say(words.cancelled),
  onTheme: (theme) => {
    document.documentElement.style.colorScheme = theme
  }
})
say(words.waiting)

// A view in a chat may not open pages, so the host opens them.
root.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link === null) return
  event.preventDefault()
  host.openLink(link.href)
})
new ResizeObserver(() => host.resize(Math.ceil(document.body.getBoundingClientRect().height))).observe(document.body)
