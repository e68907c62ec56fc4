package io.smartt.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Links between pages lead somewhere, and the index has every page. */
@Timeout(60)
class DocLinksTest {
  private static final Path DOCS = Repository.ROOT.resolve("docs");
  private static final Path INDEX = DOCS.resolve("README.md");

  /** Behind a commit's number it is a page of another repository. */
  private static final Pattern PAGE_IN_SOURCE =
      Pattern.compile("(?<![0-9a-f]{8}/)\\bdocs/[\\w/-]+\\.md");

  private static final Pattern MARK_OF_A_MERGE = Pattern.compile("(<{7}|>{7}) .*|={7}");

  private static List<Path> pages(Path folder) throws IOException {
    return Repository.files(folder, name -> name.endsWith(".md"));
  }

  private static Path target(Path page, Markdown.Link link) {
    return link.target().isEmpty() ? page : page.resolveSibling(link.target()).normalize();
  }

  private static boolean leadsSomewhere(Path page, Markdown.Link link) {
    Path target = target(page, link);
    return Files.exists(target)
        && (link.anchor().isEmpty()
            || Markdown.of(Repository.text(target)).anchors().contains(link.anchor()));
  }

  @Test
  void everyRelativeLinkAndAnchorIsThere() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : pages(Repository.ROOT)) {
      for (Markdown.Link link : Markdown.of(Repository.text(page)).links()) {
        if (link.relative()) {
          links++;
          if (!leadsSomewhere(page, link)) {
            broken.add(
                Repository.ROOT.relativize(page) + ": " + link.target() + "#" + link.anchor());
          }
        }
      }
    }

    assertThat(broken).isEmpty();
    assertThat(links).isGreaterThan(50);
  }

  @Test
  void theIndexHasEveryPageOnce() throws IOException {
    List<Path> listed =
        Markdown.of(Repository.text(INDEX)).links().stream()
            .filter(Markdown.Link::relative)
            .map(link -> target(INDEX, link))
            .filter(target -> target.startsWith(DOCS))
            .toList();
    List<Path> there = new ArrayList<>(pages(DOCS));
    there.remove(INDEX);

    assertThat(listed).containsExactlyInAnyOrderElementsOf(there);
  }

  @Test
  void pagesThatSourcesNameAreThere() throws IOException {
    Set<String> kinds = Set.of("java", "yaml", "yml", "xml", "proto", "p4");
    Set<String> missing = new HashSet<>();
    int named = 0;
    for (Path file :
        Repository.files(
            Repository.ROOT, name -> kinds.contains(name.substring(name.lastIndexOf('.') + 1)))) {
      for (String page :
          PAGE_IN_SOURCE
              .matcher(Repository.text(file))
              .results()
              .map(found -> found.group())
              .toList()) {
        named++;
        if (!Files.exists(Repository.ROOT.resolve(page))) {
          missing.add(Repository.ROOT.relativize(file) + ": " + page);
        }
      }
    }

    assertThat(missing).isEmpty();
    assertThat(named).isPositive();
  }

  @Test
  void noPageHasMarksOfAMerge() throws IOException {
    for (Path page : pages(Repository.ROOT)) {
      assertThat(Repository.text(page).lines().filter(MARK_OF_A_MERGE.asMatchPredicate()))
          .as(Repository.ROOT.relativize(page).toString())
          .isEmpty();
    }
  }
}
