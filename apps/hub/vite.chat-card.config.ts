import { defineConfig, type Plugin } from "vite"

/** Inlines scripts and styles into one HTML file, because a chat shows the card in a frame that may load nothing. */
const inOneFile: Plugin = {
  name: "in-one-file",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"]
    if (page?.type !== "asset") throw new Error("the build made no page")
    let html = String(page.source)
    for (const [name, file] of Object.entries(bundle)) {
      if (file.type === "chunk") {
        // Within a script element, only the closing tag needs escaping.
        const script = file.code.replaceAll("</script", String.raw`<\/script`)
        html = html.replace(/<script[^>]*src=[^>]*><\/script>/, "")
        html = html.replace("</body>", () => `<script type="module">${script}</script></body>`)
      } else if (name.endsWith(".css")) {
        html = html.replace(/<link[^>]*rel="stylesheet"[^>]*>/, () => `<style>${String(file.source)}</style>`)
      } else continue
      delete bundle[name]
    }
    page.source = html
  }
}

/** Builds the card that MCP clients show in a chat. */
export default defineConfig({
  root: "src/web/chat-card",
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir: "../../../dist/chat-card",
    emptyOutDir: true,
    target: ["chrome123", "firefox140", "safari17.5"],
    modulePreload: false
  },
  plugins: [inOneFile]
})
