// The command line of the test browser: no prompts, loopback only, one extension.
// The extension is loaded with --load-extension: one installed through the protocol loses its granted hosts when the
// browser ends.

export interface FlagOptions {
  readonly extensionDir: string
  readonly hostRules: string | undefined
  readonly colorScheme: "light" | "dark" | undefined
  readonly plain: boolean
  readonly args: ReadonlyArray<string>
}

/**
 * Names outside the loopback do not resolve, so that a test that uses the network fails at once instead of on another
 * machine.
 */
const loopbackOnly = ["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost", "EXCLUDE *.localhost"]

/**
 * Chromium does not run its sandbox as root, and containers of CI services rarely support it. The pages are our own.
 */
const withoutSandbox = (): boolean => process.getuid?.() === 0 || Boolean(process.env.CI)

/**
 * Half of the browser's work for a test is drawing: pixels that nobody looks at, and animations of its own tabs and
 * popups and of pages' spinners. Keeping a process ready for the next page does not pay off in a test either.
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
  // A screen on which a popup can grow to its maximum for users (600 CSS pixels), and sharp screenshots: a popup
  // accepts no viewport, and enlarging its screenshot afterwards repeats its tiles.
  `--screen-info={3200x2400 devicePixelRatio=${plain ? 1 : 2}}`,
  ...(plain ? PLAIN : []),
  `--host-resolver-rules=${[...(hostRules ? [hostRules] : []), ...loopbackOnly].join(", ")}`,
  `--disable-extensions-except=${extensionDir}`,
  `--load-extension=${extensionDir}`,
  ...(colorScheme === "dark" ? ["--force-dark-mode"] : []),
  ...args
]
