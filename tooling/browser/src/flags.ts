// The command line of the test browser: quiet, loopback only, one extension.
// The extension comes by --load-extension: one installed by the protocol loses its granted hosts when the browser ends.

export interface FlagOptions {
  readonly extensionDir: string
  readonly hostRules: string | undefined
  readonly colorScheme: "light" | "dark" | undefined
  readonly plain: boolean
  readonly args: ReadonlyArray<string>
}

/** Names outside the loopback do not resolve: a test that reaches out fails at once instead of on another machine. */
const loopbackOnly = ["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost", "EXCLUDE *.localhost"]

/** Chromium refuses its sandbox to root; containers of CI services rarely have one either. The pages are our own. */
const withoutSandbox = (): boolean => process.getuid?.() === 0 || Boolean(process.env.CI)

/**
 * Half of what the browser does for a test is to draw: pixels that nobody looks at, and the movements of its own tabs and
 * popups, and of a page's spinners. Nor does it pay for a test to keep a process ready for the next page.
 */
const PLAIN = [
  "--animation-duration-scale=0",
  "--force-prefers-reduced-motion",
  "--disable-features=SpareRendererForSitePerProcess"
]

export const flagsFor = ({ extensionDir, hostRules, colorScheme, plain, args }: FlagOptions): Array<string> => [
  ...(withoutSandbox() ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
  "--no-default-browser-check",
  "--no-proxy-server",
  "--window-size=1280,900",
  // A screen on which a popup can grow as far as it does for a user (600 CSS pixels), and sharp pictures: a popup takes
  // no viewport of its own, and enlarging its picture afterwards repeats its tiles.
  `--screen-info={3200x2400 devicePixelRatio=${plain ? 1 : 2}}`,
  ...(plain ? PLAIN : []),
  `--host-resolver-rules=${[...(hostRules ? [hostRules] : []), ...loopbackOnly].join(", ")}`,
  `--disable-extensions-except=${extensionDir}`,
  `--load-extension=${extensionDir}`,
  ...(colorScheme === "dark" ? ["--force-dark-mode"] : []),
  ...args
]
