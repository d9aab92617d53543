// The initial HTML of every page. Its script fills the main area. The content security policy is as strict as possible:
// no inline scripts or styles, no HTML from strings, nothing from other origins.

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

export interface ShellPage {
  readonly title: string
  readonly description: string
  /** Path of the page without locale or query. */
  readonly canonical: string
  /** Whether to load the script that looks for extensions. */
  readonly probe: boolean
}

/** Allows extension URLs if the probe is loaded, because otherwise the policy would hide leaks. */
export const pagePolicy = (probe: boolean): string => {
  const extensions = probe ? " chrome-extension: moz-extension:" : ""
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${extensions}`,
    `connect-src 'self'${extensions}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'"
  ].join("; ")
}

export const shellHtml = ({ canonical, description, probe, title }: ShellPage): string => `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} | Profilenet</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="canonical" href="${escapeHtml(canonical)}">
<link rel="icon" href="/profilenet/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/profilenet/style.css">
${probe ? '<script src="/profilenet/probe.js" defer></script>\n' : ""}<script src="/profilenet/app.js" type="module"></script>
</head>
<body>
<header class="bar"></header>
<main id="main" tabindex="-1"></main>
<footer class="foot">Profilenet is a simulated network. Nobody on it exists.</footer>
${probe ? '<output id="probe" hidden></output>\n' : ""}<noscript>Profilenet needs JavaScript.</noscript>
</body>
</html>
`
