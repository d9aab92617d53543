import { expect, it } from "vitest"

import { isOwnPage, tabOfScript, type Sender } from "./senders.ts"

const ID = "abcdefghijklmnopabcdefghijklmnop"
const ORIGIN = `chrome-extension://${ID}`
const PAGE = "https://network.example"
const here = { id: ID, origin: ORIGIN }
const popup: Sender = { id: ID, origin: ORIGIN, url: `${ORIGIN}/popup.html` }

it.each<{ why: string; sender: Sender; own: boolean }>([
  { why: "the popup", sender: popup, own: true },
  { why: "the options in a tab", sender: { ...popup, url: `${ORIGIN}/options.html#x`, frameId: 0 }, own: true },
  { why: "a browser that gives no origin", sender: { id: ID, url: `${ORIGIN}/popup.html` }, own: true },
  { why: "a page of the extension in a frame", sender: { ...popup, frameId: 3 }, own: false },
  {
    why: "a script of the extension in a web page",
    sender: { id: ID, origin: "https://network.example", url: "https://network.example/in/ann", frameId: 0 },
    own: false
  },
  { why: "such a script that claims no origin", sender: { id: ID, url: "https://network.example/in/ann" }, own: false },
  { why: "a sandboxed page of the extension", sender: { ...popup, origin: "null" }, own: false },
  {
    why: "an origin that contradicts the address",
    sender: { ...popup, origin: "https://network.example" },
    own: false
  },
  { why: "an address that contradicts the origin", sender: { ...popup, url: "https://network.example/" }, own: false },
  {
    why: "another extension",
    sender: { id: "other", origin: "chrome-extension://other", url: "chrome-extension://other/popup.html" },
    own: false
  },
  { why: "another extension's page with our id", sender: { ...popup, origin: "chrome-extension://other" }, own: false },
  { why: "our page with another id", sender: { ...popup, id: "other" }, own: false },
  { why: "no id", sender: { ...popup, id: undefined }, own: false },
  { why: "no address", sender: { id: ID, origin: ORIGIN }, own: false },
  { why: "an address that is none", sender: { ...popup, url: "popup.html" }, own: false },
  { why: "our id as user info", sender: { ...popup, url: `https://${ID}@evil.example/` }, own: false },
  { why: "our origin as a path", sender: { ...popup, url: `https://evil.example/${ORIGIN}/popup.html` }, own: false },
  { why: "our host under another scheme", sender: { ...popup, url: `https://${ID}/popup.html` }, own: false },
  { why: "our id as the start of a host", sender: { ...popup, url: `${ORIGIN}.evil/popup.html` }, own: false },
  { why: "nothing at all", sender: {}, own: false }
])("$why: $own", ({ sender, own }) => {
  expect(isOwnPage(sender, here)).toBe(own)
})

const script: Sender = { id: ID, origin: PAGE, url: `${PAGE}/in/ann`, frameId: 0, tab: { id: 7 } }

it.each<[where: string, Sender, number | undefined]>([
  ["the top frame of a page", script, 7],
  ["a frame in a page", { ...script, frameId: 3 }, undefined],
  ["a frame that the browser does not number", { ...script, frameId: undefined }, undefined],
  ["a page of the extension in a tab", { ...script, origin: ORIGIN, url: `${ORIGIN}/options.html` }, undefined],
  ["another extension's script", { ...script, id: "other" }, undefined],
  ["no tab", { ...script, tab: undefined }, undefined]
])("a script in %s speaks for its tab, or for none", (_, sender, tab) => {
  expect(tabOfScript(sender, here)).toBe(tab)
})
