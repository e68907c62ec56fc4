package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of a page's prose, links and anchors. */
@Timeout(10)
class MarkdownTest {
  @Test
  void codeIsNoProse() {
    Markdown page =
        Markdown.of(
            """
            One `two` three.

                four

            ```
            five
            ```
            - six
              seven
            """);

    assertThat(page.prose().split("\\s+")).containsExactly("One", "three.", "-", "six", "seven");
    assertThat(page.prose().lines().toList().get(7)).isEqualTo("- six");
  }

  @Test
  void linksHaveTargetAndAnchor() {
    Markdown page = Markdown.of("[a](b.md), [c](d/e.md#f-g), [h](#i) and `[j](k.md)`\n");

    assertThat(page.links())
        .containsExactly(
            new Markdown.Link("b.md", ""),
            new Markdown.Link("d/e.md", "f-g"),
            new Markdown.Link("", "i"));
    assertThat(page.prose()).doesNotContain("b.md").contains("[a");
  }

  @Test
  void anchorsAreThoseOfGitHub() {
    Markdown page = Markdown.of("# Small, and `quick`\n## Limits\n## Limits\n## [A](b.md) B\n");

    assertThat(page.anchors())
        .containsExactlyInAnyOrder("small-and-quick", "limits", "limits-1", "a-b");
  }
}
