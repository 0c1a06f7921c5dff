import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { prerender } from "./scripts/site/prerender.ts";
import { removeComponentNames } from "./scripts/site/without-names.ts";

const USED_BY_SIGN_UP =
  /node_modules[\\/](react|react-dom|scheduler)[\\/]|preload-helper|web[\\/]api[\\/]client|web[\\/]lib[\\/](toast-store|listeners|api-error)/;
/** Small parts of lists, and of what dashboard and channels configure: one file each instead of one for each part. */
const USED_BY_LISTS =
  /[\\/](api[\\/](activity|articles|list-pages)|domain[\\/]list-pages|stat-card|progress-bar|cost-question|status-badge|format-percent|platform-mark)\.tsx?$/;
const USED_BY_CONFIGURING =
  /[\\/](api[\\/](collaboration-integrations|settings|integrations|channels|runs)|domain[\\/]detection|monitoring-mode|switch|run-progress|run-figures|use-analysis-test|review-note)\.tsx?$/;
/** Components of the detection settings, which stand at the end of the dashboard. */
const USED_BY_DETECTION =
  /[\\/](detection-card|use-detection-draft|length-input|sensitivity-slider|keyword-editor)\.tsx?$/;
/** Forms, which are not in the first view of the lists. */
const USED_BY_FORMS = /[\\/](ui[\\/](field|save-problem)|components[\\/]unsaved-guard)\.tsx?$/;
/** The package for forms, which no list loads. The form of an integration uses it without the hook. */
const FORM_LIBRARY = /node_modules[\\/]react-hook-form[\\/]/;
const CONTRACT_FORM = /components[\\/]use-contract-form/;
/** Small parts of the forms of integrations. */
const USED_BY_INTEGRATIONS =
  /[\\/](components[\\/](destination-choice|existing-articles|saved-toast)|api[\\/]proofs)\.tsx?$/;
/** The calls of single settings, which the page of all settings shares with each of them. */
const USED_BY_SETTINGS =
  /[\\/](api[\\/](api-keys|retention|second-factor|single-sign-on|status|webhooks|writing)|components[\\/]current-password)\.tsx?$/;
/** Plans and people, in the words of the sign-up page and a few settings. */
const USED_BY_PLANS = /shared[\\/]domain[\\/](plans|people)/;
/** Neither an icon nor lists that are read on, of which the frame shows none. */
const USED_EVERYWHERE = /^(?!.*(lucide-react[\\/].*[\\/]icons[\\/]|[iI]nfiniteQuery))/;
/** The drawing of icons, and the icons of dashboard and library at first; the frame loads no other. */
const ICONS_AT_FIRST =
  /lucide-react[\\/](?!.*[\\/]icons[\\/])|lucide-react[\\/].*[\\/]icons[\\/](circle-(check|dashed|pause|x|question-mark|exclamation-point)|sun|moon|list-ordered|eye|message-square|pencil|library-big|pencil-line|play|plus|arrow-(right|down|up)|hash|message-square-text|target|minus|bookmark)\.mjs/;
/** Each group below is loaded after the first paint, in one file. */
const USED_BY_LAYERS =
  /@radix-ui[\\/](?!react-(dialog|focus-guards|popper|tooltip|arrow|popover|tabs|roving-focus|use-size|use-rect)[\\/])|web[\\/]ui[\\/]toaster/;
/** Layers over the whole page, which keep what is behind them from scrolling. */
const USED_BY_DIALOGS =
  /@radix-ui[\\/]react-(dialog|focus-guards)[\\/]|react-remove-scroll|react-style-singleton|[\\/]use-(sidecar|callback-ref)[\\/]|aria-hidden|get-nonce/;
/** The changes of an article, sentence by sentence: no list shows them at first. */
const USED_BY_DIFFERENCES = /pages[\\/]article[\\/]statement-differences\.tsx$/;
const USED_BY_TOOLTIPS = /web[\\/]ui[\\/]tooltip|@floating-ui|react-(tooltip|popper|arrow)[\\/]/;
const USED_BY_PRESENCE =
  /components[\\/]presence[\\/](demo-people|panel-frame|presence-strip|typing-indicator|use-tooltips)/;
/** Small parts that the library shares with other pages. */
const USED_BY_LIBRARY =
  /[\\/](use-article-filters|use-reanalysis|use-selection|bulk-state|bulk-report|article-views|question-request|components[\\/]shortcuts|list-position|reads-like-question|inbox[\\/]choice-button|api[\\/]wiki-reads|page-confirmed)\.tsx?$/;
/** Work on many articles, and what is told when it failed: the list itself needs neither. */
const USED_BY_BULK_WORK = /[\\/](api[\\/]bulk-articles|articles[\\/](bulk-work|failure-report))\.tsx?$/;
/** Parts of the inbox that its review, and findings about the wiki, use as well. */
const USED_BY_DECIDING =
  /[\\/](pages[\\/]inbox[\\/](decisions|waiting-decisions|decision-batch|decision-toast|passing-words|ambiguous-sentences|undo-earlier|excluded-sentences|choices|listed-items|assignment-line|snooze-line))\.tsx?$/;
/** Pages of the wiki in an answer and in a search, which need nothing of the inbox. */
const USED_BY_PAGES = /components[\\/]wiki-page-link|api[\\/]wiki-pages/;
const USED_ON_REQUEST =
  /[\\/](ui[\\/](dialog|confirm-dialog|copy-button)|lib[\\/](copy-text|handle-result)|api[\\/]people)\.tsx?$/;
/** The language model's settings and what waits for it: no list needs them to show itself. */
const USED_WITH_MODEL =
  /[\\/](api[\\/](language-model|model-waiting)|lib[\\/]model-cost|components[\\/]model-waiting)\.tsx?$/;
/** Excerpts that a language model can write up. */
const USED_BY_EXCERPTS =
  /[\\/](excerpts-offer|use-excerpt-writing|work-waiting-for-model|excerpts[\\/]write-excerpt|api[\\/]excerpts)\.tsx?$/;
/** The pages and settings that the palette and the page of all settings find. */
const USED_BY_FINDING = /components[\\/](palette[\\/](all-pages|matches-typed)|settings-entries)/;
const USED_BY_ONBOARDING = /components[\\/]onboarding[\\/](tour|welcome)/;
/** The words for people who edited a sentence or verified its article, which an answer shows as well. */
const USED_BY_SOURCES = /[\\/](domain[\\/](person-edit|verification)|lib[\\/]freshness)\.ts$/;
const serverPort = process.env.PORT ?? "3000";

export default defineConfig({
  root: `${import.meta.dirname}/web`,
  plugins: [react(), tailwindcss(), removeComponentNames(), prerender()],
  build: {
    outDir: `${import.meta.dirname}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    // A font or an icon inside a data: address would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // No property of ours does anything when it is only read: what nobody uses of such a read goes.
      treeshake: { propertyReadSideEffects: false },
      input: {
        app: `${import.meta.dirname}/web/index.html`,
        signUp: `${import.meta.dirname}/web/site/sign-up/island.tsx`,
        docsSearch: `${import.meta.dirname}/web/site/live/docs-search.ts`,
        liveHero: `${import.meta.dirname}/web/site/live/live-hero.ts`,
        tokens: `${import.meta.dirname}/web/ui/tokens.css`,
      },
      output: {
        // Pages share many small parts, of which each in a file of its own would be a request. What six of them use comes
        // with the first, icons together; what the sign-up page uses stands apart, for it needs nothing else.
        codeSplitting: {
          groups: [
            { name: "base", test: USED_BY_SIGN_UP, priority: 2, includeDependenciesRecursively: false },
            { name: "plans", test: USED_BY_PLANS, priority: 2, includeDependenciesRecursively: false },
            { name: "icons-at-first", test: ICONS_AT_FIRST, priority: 3, includeDependenciesRecursively: false },
            { name: "forms", test: USED_BY_FORMS, priority: 2, includeDependenciesRecursively: false },
            { name: "form-library", test: FORM_LIBRARY, priority: 2, includeDependenciesRecursively: false },
            { name: "contract-form", test: CONTRACT_FORM, priority: 2, includeDependenciesRecursively: false },
            { name: "settings", test: USED_BY_SETTINGS, priority: 2, includeDependenciesRecursively: false },
            { name: "integrations", test: USED_BY_INTEGRATIONS, priority: 2, includeDependenciesRecursively: false },
            { name: "detection", test: USED_BY_DETECTION, priority: 2, includeDependenciesRecursively: false },
            { name: "on-request", test: USED_ON_REQUEST, priority: 2, includeDependenciesRecursively: false },
            { name: "bulk-work", test: USED_BY_BULK_WORK, priority: 2, includeDependenciesRecursively: false },
            { name: "person-edit", test: USED_BY_SOURCES, priority: 2, includeDependenciesRecursively: false },
            { name: "model", test: USED_WITH_MODEL, priority: 2, includeDependenciesRecursively: false },
            { name: "wiki-link", test: USED_BY_PAGES, priority: 2, includeDependenciesRecursively: false },
            { name: "deciding", test: USED_BY_DECIDING, priority: 2, includeDependenciesRecursively: false },
            { name: "library", test: USED_BY_LIBRARY, priority: 2, includeDependenciesRecursively: false },
            { name: "shared", test: USED_EVERYWHERE, minShareCount: 6, priority: 1 },
            {
              name: "lists",
              test: USED_BY_LISTS,
              minShareCount: 2,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            { name: "configuring", test: USED_BY_CONFIGURING, minShareCount: 2, includeDependenciesRecursively: false },
            { name: "excerpts", test: USED_BY_EXCERPTS, priority: 2, includeDependenciesRecursively: false },
            { name: "toaster", test: USED_BY_LAYERS, priority: 2, includeDependenciesRecursively: false },
            { name: "dialogs", test: USED_BY_DIALOGS, priority: 2, includeDependenciesRecursively: false },
            { name: "differences", test: USED_BY_DIFFERENCES, priority: 2, includeDependenciesRecursively: false },
            { name: "tooltips", test: USED_BY_TOOLTIPS, includeDependenciesRecursively: false },
            { name: "presence", test: USED_BY_PRESENCE, includeDependenciesRecursively: false },
            { name: "finding", test: USED_BY_FINDING, priority: 2, includeDependenciesRecursively: false },
            { name: "onboarding", test: USED_BY_ONBOARDING, includeDependenciesRecursively: false },
            { name: "icons", test: /lucide/, minShareCount: 2 },
          ],
        },
        // /tokens.css keeps its name: pages that the server writes itself take it in.
        assetFileNames: ({ names }) =>
          names.includes("tokens.css") ? "[name][extname]" : "assets/[name]-[hash][extname]",
      },
    },
  },
  server: { proxy: { "/api": `http://127.0.0.1:${serverPort}` } },
});
