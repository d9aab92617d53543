/** Works the options page like a user: types into fields, clicks save, reads the notice. */
import type { ExtensionBrowser, Page } from "@inlay/browser"

export const openOptions = (extension: ExtensionBrowser): Promise<Page> => extension.openExtensionPage("options.html")

/** Replaces a field's text. */
const fill = async (page: Page, name: string, value: string): Promise<void> => {
  const input = await page.waitForSelector(`[name="${name}"]`)
  await input?.evaluate((element) => {
    element.closest("details")?.setAttribute("open", "")
    if (element instanceof HTMLInputElement) element.select()
  })
  await input?.focus()
  await page.keyboard.press("Backspace")
  await page.keyboard.sendCharacter(value)
}

export const fillIn = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) await fill(page, name, value)
}

/** Clicks a button of the form. Returns the page's message once the account is checked. */
export const save = async (page: Page, label: "Save and check" | "Save anyway" = "Save and check"): Promise<string> => {
  await page.locator(`::-p-xpath(//form//button[normalize-space(.)="${label}"])`).click()
  await page.waitForFunction(() => {
    const button = document.querySelector('button[type="submit"]')
    return button?.getAttribute("aria-disabled") !== "true" && document.querySelector("form [role=alert]") !== null
  })
  return page.$eval("form [role=alert]", (notice) => (notice instanceof HTMLElement ? notice.innerText : ""))
}
