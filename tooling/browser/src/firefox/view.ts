// Reads and operates one document of Firefox (a tab, the popup or the sidebar) from the browser's side.

import { setTimeout as sleep } from "node:timers/promises"

import type { InBrowser } from "./marionette.ts"

/** The part of a document that is used here. Callers have the DOM types. */
interface AnyDocument {
  readonly body: { readonly innerText: string }
  querySelectorAll(selector: "button"): Iterable<AnyButton>
}

interface AnyButton {
  readonly textContent: string | null
  getAttribute(name: string): string | null
  click(): void
}

export interface FirefoxView {
  /** Runs a function, from its source text alone, with the document and these values. It must return JSON. */
  evaluate<A, V extends ReadonlyArray<unknown>>(
    work: (document: never, ...values: V) => A | Promise<A>,
    ...values: V
  ): Promise<A>
  /** Waits until the text matches, and returns it. The error contains the text found instead. */
  waitForText(words: RegExp): Promise<string>
  /** Clicks, as a user does, the button whose text or name starts with the label. */
  press(label: string): Promise<void>
  /** Waits until the document is closed. */
  waitForClose(): Promise<void>
  /** Makes a tab the active one. */
  select(): Promise<void>
  address(): Promise<string | undefined>
  isLoaded(): Promise<boolean>
}

const timeoutMillis = 15_000
const pollMillis = 50

/** @param place code that finds the element that holds the document, in the browser's window */
export const viewOf = (run: InBrowser, place: string): FirefoxView => {
  const evaluate: FirefoxView["evaluate"] = async (work, ...values) => {
    // A frame script runs beside the document, in its process. It counts as user input, so code that requires a click
    // works.
    const script = `
      const input = content.windowUtils.setHandlingUserInput(true);
      Promise.resolve((${String(work)})(content.document, ...${JSON.stringify(values)}))
        .then((value) => ({ value }), (error) => ({ error: String(error) }))
        .then((answer) => sendAsyncMessage("ANSWER", JSON.stringify(answer)));
      input.destruct();`
    const answer = await run(
      `const holder = ${place};
       if (!holder?.messageManager) return JSON.stringify({ error: "there is no such document" });
       const name = "answer-" + crypto.randomUUID();
       return await new Promise((resolve) => {
         const timer = setTimeout(() => resolve(JSON.stringify({ error: "no answer" })), 5000);
         holder.messageManager.addMessageListener(name, ({ data }) => { clearTimeout(timer); resolve(data) });
         holder.messageManager.loadFrameScript("data:," + encodeURIComponent(given[0].replace("ANSWER", name)), false);
       })`,
      script
    )
    const { value, error } = JSON.parse(String(answer)) as { readonly value: never; readonly error?: string }
    if (error !== undefined) throw new Error(error)
    return value
  }

  const until = async (look: () => Promise<boolean>, failure: () => Promise<string>): Promise<void> => {
    const givesUpAt = Date.now() + timeoutMillis
    while (!(await look())) {
      if (Date.now() > givesUpAt) throw new Error(await failure())
      await sleep(pollMillis)
    }
  }

  const text = (): Promise<string> =>
    evaluate((document: AnyDocument) => document.body.innerText.replace(/\s+/g, " ").trim()).catch(
      (error: unknown) => `(${String(error)})`
    )

  const waitForText = async (words: RegExp): Promise<string> => {
    await until(
      async () => words.test(await text()),
      async () => `The document does not say ${words}. It says: ${await text()}`
    )
    return text()
  }

  return {
    evaluate,
    waitForText,
    press: async (label) => {
      const click = (document: AnyDocument, begin: string): boolean => {
        const nameOf = (button: AnyButton) => button.getAttribute("aria-label") ?? button.textContent ?? ""
        const button = [...document.querySelectorAll("button")].find((one) => nameOf(one).trim().startsWith(begin))
        button?.click()
        return button !== undefined
      }
      await until(
        () => evaluate(click, label),
        async () => `There is no button ${label}. There is: ${await text()}`
      )
    },
    waitForClose: () =>
      until(
        async () => (await run(`return ${place} == null`)) === true,
        async () => `The document stays. It says: ${await text()}`
      ),
    select: async () => {
      await run(`gBrowser.selectedTab = gBrowser.getTabForBrowser(${place})`)
    },
    address: async () => {
      const address = await run(`return ${place}?.currentURI.spec ?? null`)
      return typeof address === "string" ? address : undefined
    },
    isLoaded: async () => (await run(`return ${place}?.webProgress.isLoadingDocument === false`)) === true
  }
}
