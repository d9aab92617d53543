/**
 * The style sheet that shows what stands in a page, in Firefox alone. Firefox ends the scripts of an extension that is
 * updated, switched off or removed, without notice: nobody could close their card any more, and it would stay when the
 * page goes on to somebody else. It takes away the extension's style sheets too, and the card with this one. In
 * Chromium, such scripts run on, and remove what they have drawn.
 */

/** Also registered with the script of the line. */
export const STYLE = "/page-style.css"

/** Must be done before a script draws, and only in Firefox. */
export const keepVisible = (tabId: number): Promise<void> =>
  chrome.scripting.insertCSS({ target: { tabId }, files: [STYLE] })
