// Builds the page from elements and text only, because Trusted Types forbids HTML from strings.

const icons = {
  search: "M11 4a7 7 0 1 0 4.2 12.6l4.1 4.1 1.4-1.4-4.1-4.1A7 7 0 0 0 11 4Zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z",
  people:
    "M9 5a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0 10c4 0 7 2 7 4.5V21H2v-1.5C2 17 5 15 9 15Zm7-9.5a3.5 3.5 0 0 1 0 7 5.9 5.9 0 0 0 0-7Zm1.5 9.800c2.700.5 4.5 2.200 4.5 4.200V21h-4v-1.5c0-1.700-.2-3-.5-4.200Z",
  company:
    "M4 21V4h10v5h6v12h-7v-4h-2v4H4Zm3-13h2V6H7v2Zm0 4h2v-2H7v2Zm0 4h2v-2H7v2Zm4-8h1V6h-1v2Zm4 6h2v-2h-2v2Zm0 4h2v-2h-2v2Z",
  place: "M12 2a7 7 0 0 1 7 7c0 5-7 13-7 13S5 14 5 9a7 7 0 0 1 7-7Zm0 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  globe:
    "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18Zm0 2c-1 0-2.200 2.5-2.400 6h4.800C14.200 7.5 13 5 12 5Zm0 14c1 0 2.200-2.5 2.400-6H9.600c.2 3.5 1.400 6 2.400 6ZM5.100 11h2.5c.1-1.700.5-3.300 1-4.5A7 7 0 0 0 5.100 11Zm13.800 0a7 7 0 0 0-3.5-4.5c.5 1.200.9 2.800 1 4.5h2.5Zm-13.800 2a7 7 0 0 0 3.5 4.5c-.5-1.200-.9-2.800-1-4.5H5.100Zm13.800 0h-2.5a14 14 0 0 1-1 4.5 7 7 0 0 0 3.5-4.5Z"
}

/** `h("a.quiet", { href }, "text", child)`: class names follow dots, and null children are left out. */
export const h = (selector, attributes = {}, ...children) => {
  const [tag, ...classes] = selector.split(".")
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(" ")
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (name === "hue") element.style.setProperty("--hue", value)
    else if (value !== null && value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return element
}

export const icon = (name) => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
  svg.setAttribute("viewBox", "0 0 24 24")
  svg.setAttribute("aria-hidden", "true")
  svg.classList.add("icon")
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
  path.setAttribute("d", icons[name])
  svg.append(path)
  return svg
}

/** Round for people, square for companies. */
export const avatar = ({ href, hue, initials }, size = "") =>
  h(`span.avatar${href.startsWith("/company") ? ".square" : ""}${size}`, { hue, "aria-hidden": "true" }, initials)
