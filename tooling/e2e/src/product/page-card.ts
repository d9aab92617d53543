/** Reads the card in a page through its closed root, by the browser's debugging protocol. No page can do that. */
import type { Page } from "@inlay/browser"

interface ProtocolNode {
  readonly nodeId: number
  readonly nodeType: number
  readonly nodeName: string
  readonly nodeValue: string
  readonly documentURL?: string
  /** Alternating names and values. */
  readonly attributes?: ReadonlyArray<string>
  readonly shadowRootType?: string
  readonly children?: ReadonlyArray<ProtocolNode>
  readonly shadowRoots?: ReadonlyArray<ProtocolNode>
  /** The document of a frame. */
  readonly contentDocument?: ProtocolNode
}

type Session = Awaited<ReturnType<Page["createCDPSession"]>>

/** `Node.ELEMENT_NODE`. */
const ELEMENT = 1

/** The text that the card's style sheet draws for an element. */
const drawnText = ({ attributes = [] }: ProtocolNode): string =>
  attributes.find((_, at) => at % 2 === 1 && attributes[at - 1] === "data-text") ?? ""

/** An address is drawn in parts, between which the line may break. */
const isInParts = ({ children = [] }: ProtocolNode): boolean =>
  children.some(({ attributes = [] }) =>
    attributes.some((name, at) => name === "class" && attributes[at + 1] === "part")
  )

const text = (node: ProtocolNode): string =>
  node.nodeName === "STYLE"
    ? ""
    : [drawnText(node), node.nodeValue, ...(node.children ?? []).map(text)]
        .filter((part) => part.trim() !== "")
        .join(isInParts(node) ? "" : " ")

const closedRoots = (node: ProtocolNode): ReadonlyArray<ProtocolNode> => [
  ...(node.shadowRoots ?? []).filter((root) => root.shadowRootType === "closed"),
  ...[...(node.children ?? []), ...(node.contentDocument ? [node.contentDocument] : [])].flatMap(closedRoots)
]

const elementsIn = (node: ProtocolNode): ReadonlyArray<ProtocolNode> =>
  (node.children ?? []).flatMap((child) => [...(child.nodeType === ELEMENT ? [child] : []), ...elementsIn(child)])

const looking = async <A>(
  page: Page,
  look: (roots: ReadonlyArray<ProtocolNode>, session: Session, address: string) => Promise<A>
): Promise<A> => {
  const session = await page.createCDPSession()
  try {
    const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as { root: ProtocolNode }
    return await look(closedRoots(root), session, root.documentURL ?? "")
  } finally {
    await session.detach()
  }
}

const classesOf = ({ attributes = [] }: ProtocolNode): ReadonlyArray<string> =>
  attributes.find((_, at) => at % 2 === 1 && attributes[at - 1] === "class")?.split(" ") ?? []

/** The text of every closed root in the page. */
export const cardTexts = (page: Page): Promise<ReadonlyArray<string>> => looking(page, async (roots) => roots.map(text))

/** The page's non-empty cards, with the page's address at that same moment. */
export const standing = (page: Page): Promise<{ readonly path: string; readonly cards: ReadonlyArray<string> }> =>
  looking(page, async (roots, _, address) => ({
    path: new URL(address).pathname,
    cards: roots.map(text).filter((cardText) => cardText !== "")
  }))

export interface CardElement {
  /** In upper case. */
  readonly name: string
  readonly classes: ReadonlyArray<string>
  /** Computed style. */
  readonly style: Readonly<Record<string, string>>
}

/** Every element of the page's cards, as the browser draws it. */
export const cardElements = (page: Page): Promise<ReadonlyArray<CardElement>> =>
  looking(page, async (roots, session) => {
    await session.send("CSS.enable")
    return Promise.all(
      roots.flatMap(elementsIn).map(async (node) => {
        const { computedStyle } = await session.send("CSS.getComputedStyleForNode", { nodeId: node.nodeId })
        const style = Object.fromEntries(computedStyle.map(({ name, value }) => [name, value]))
        return { name: node.nodeName, classes: classesOf(node), style }
      })
    )
  })

export interface Box {
  readonly left: number
  readonly width: number
}

/** The room for the content of the elements of a class in the page's cards, in CSS pixels. */
export const contentBoxes = (page: Page, className: string): Promise<ReadonlyArray<Box>> =>
  looking(page, (roots, session) =>
    Promise.all(
      roots
        .flatMap(elementsIn)
        .filter((node) => classesOf(node).includes(className))
        .map(async ({ nodeId }) => {
          const { model } = await session.send("DOM.getBoxModel", { nodeId })
          const [left = Number.NaN, , right = Number.NaN] = model.content
          return { left: Math.round(left), width: Math.round(right - left) }
        })
    )
  )

/** Waits until the page's cards match, for at most `timeoutMillis`. */
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
