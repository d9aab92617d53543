/** The card in a page, seen as no page can see it: through its closed root, by the browser's own debugging protocol. */
import type { Page } from "@inlay/browser"

interface ProtocolNode {
  readonly nodeName: string
  readonly nodeValue: string
  readonly shadowRootType?: string
  readonly children?: ReadonlyArray<ProtocolNode>
  readonly shadowRoots?: ReadonlyArray<ProtocolNode>
}

const text = (node: ProtocolNode): string =>
  node.nodeName === "STYLE"
    ? ""
    : [node.nodeValue, ...(node.children ?? []).map(text)].filter((part) => part.trim() !== "").join(" ")

const closedRoots = (node: ProtocolNode): ReadonlyArray<ProtocolNode> => [
  ...(node.shadowRoots ?? []).filter((root) => root.shadowRootType === "closed"),
  ...(node.children ?? []).flatMap(closedRoots)
]

/** The text of every closed root that stands in the page. */
export const cardTexts = async (page: Page): Promise<ReadonlyArray<string>> => {
  const session = await page.createCDPSession()
  try {
    const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as { root: ProtocolNode }
    return closedRoots(root).map(text)
  } finally {
    await session.detach()
  }
}

/** Waits until the page's cards are as wanted, at most `timeoutMillis`. */
export const waitForCards = async (
  page: Page,
  wanted: (cards: ReadonlyArray<string>) => boolean,
  timeoutMillis = 5_000
): Promise<ReadonlyArray<string>> => {
  const deadline = performance.now() + timeoutMillis
  for (;;) {
    const cards = await cardTexts(page)
    if (wanted(cards)) return cards
    if (performance.now() > deadline) throw new Error(`The page's cards are: ${JSON.stringify(cards)}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
