package io.smartt.view.live;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.Sha256;
import io.smartt.experiment.report.HtmlReport;

/**
 * The page, and the policy that lets a browser run its own scripts only.
 *
 * @param html the page
 * @param policy value of {@code Content-Security-Policy}
 */
@SuppressWarnings("ArrayRecordComponent") // bytes for the network; nobody compares them
record LivePage(byte[] html, String policy) {
  private static final Pattern SCRIPT =
      Pattern.compile("<script([^>]*)>(.*?)</script>", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /** The page of a run of this name. */
  static LivePage of(String title) {
    StringWriter page = new StringWriter();
    FileErrors.run(() -> HtmlReport.live(page, title));
    String html = page.toString();
    StringBuilder scripts = new StringBuilder();
    Matcher script = SCRIPT.matcher(html);
    while (script.find()) {
      if (!script.group(1).contains("json")) {
        scripts.append(" 'sha256-").append(hash(script.group(2))).append('\'');
      }
    }
    return new LivePage(
        html.getBytes(StandardCharsets.UTF_8),
        "default-src 'none'; script-src%s; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            .formatted(scripts));
  }

  private static String hash(String script) {
    return Base64.getEncoder()
        .encodeToString(Sha256.digest().digest(script.getBytes(StandardCharsets.UTF_8)));
  }
}
