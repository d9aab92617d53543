/** The panel beside the page, and the ways to open it. */
export const panel = {
  outOfReach: "Click to read this page",
  click: (shortcut: string) =>
    `Click the Inlay button in the toolbar${shortcut === "" ? "" : `, or press ${shortcut}`}, to see what is known about this page.`,
  why: "Inlay reads the address of a page only after you click its button there. It follows you within a site and asks again on the next one.",
  link: "Link:",
  back: "Back to the page"
}
