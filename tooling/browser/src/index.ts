// A Chromium that loads extensions: finds or installs, launches and drives it.

export type { ExtensionBrowser } from "./driver.ts"
export { findFirefox } from "./firefox/find.ts"
export { type FirefoxBrowser, type FirefoxView, launchFirefox } from "./firefox/launch.ts"
export { findChromium } from "./find.ts"
export { type LaunchOptions, launchWithExtension } from "./launch.ts"
export { type Machine, thisMachine } from "./machine.ts"
export { extensionIdOf } from "./profile.ts"
export { screenshot } from "./screenshot.ts"
export type { Browser, CDPSession, Page, Target, WebWorker } from "puppeteer-core"
