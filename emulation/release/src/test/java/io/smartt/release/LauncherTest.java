package io.smartt.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packages' launcher, made of the checkout's and run with a stand-in for Java. */
@Timeout(60)
class LauncherTest {
  private static final Path ROOT = Path.of("../..");

  @TempDir private Path temp;

  private static String packaged() throws IOException {
    return Launcher.ofCheckout(ROOT)
        .packaged(
            Files.readString(Path.of("src/main/launcher/smartt.sh")),
            "1.2",
            List.of("a.jar", "b.jar"));
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Runs the launcher by a name; the stand-in says with which words it was called. */
  private String said(String name, String... args) throws IOException, InterruptedException {
    return said(Map.of(), name, args);
  }

  private String said(Map<String, String> locale, String name, String... args)
      throws IOException, InterruptedException {
    Path home = temp.resolve("home");
    script(home.resolve("bin/smartt"), "");
    Files.writeString(home.resolve("bin/smartt"), packaged());
    script(
        home.resolve("runtime/bin/java"),
        """
        for word; do
          case $word in -XX:AOTCacheOutput=*)
            [ -n "${CANNOT:-}" ] || echo learnt >"${word#*=}"; echo training "$@"; exit ;;
          esac
        done
        case " $* " in *" --locale "*) echo "[${LC_ALL:-}] [${LC_CTYPE:-}]"; exit ;; esac
        echo "$@"
        """);
    Files.createDirectories(home.resolve("cache"));
    Path link = temp.resolve(name);
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, Path.of("home/bin/smartt"));
    }
    List<String> command = new ArrayList<>(List.of(link.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(key -> key.startsWith("LC_") || key.equals("LANG"));
    builder.environment().putAll(locale);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @Test
  void startsTheProgramWithItsOwnJavaAndLearnsOnce() throws IOException, InterruptedException {
    String first = said("smartt", "run-all", "--seed", "2");
    String second = said("smartt", "run");

    Path home = temp.resolve("home").toRealPath();
    assertThat(first)
        .startsWith("smartt: preparing quick starts (once)")
        .contains("-XX:CompileCommand=dontinline,io.smartt.")
        .contains("-cp " + home + "/lib/a.jar:" + home + "/lib/b.jar:")
        .endsWith("io.smartt.emulation.cli.Smartt run-all --seed 2\n");
    assertThat(second).doesNotContain("preparing").doesNotContain("OutOfMemory");
    assertThat(home.resolve("cache/smartt.aot")).hasContent("learnt");
  }

  @Test
  void aFirstRunGivesItsResultBeforeQuickStartsArePrepared() throws Exception {
    Path cache = Files.createDirectories(temp.resolve("home/cache"));
    try (WatchService changes = cache.getFileSystem().newWatchService()) {
      cache.register(changes, StandardWatchEventKinds.ENTRY_CREATE);

      assertThat(said("smartt", "run"))
          .startsWith("smartt: quick starts are prepared when this run has ended")
          .contains("-XX:AOTCache=" + cache.toRealPath().resolve("smartt.aot"))
          .endsWith("Smartt run\n");

      while (!Files.exists(cache.resolve("smartt.aot"))) {
        WatchKey key = changes.poll(30, TimeUnit.SECONDS);
        assertThat(key).as("something is written into the cache").isNotNull();
        key.pollEvents();
        key.reset();
      }
    }
    assertThat(cache.resolve("smartt.aot")).hasContent("learnt");
  }

  @Test
  void aJavaThatCannotPrepareThemIsNamedOnce() throws Exception {
    Path cache = Files.createDirectories(temp.resolve("home/cache"));
    Path note = cache.resolve("smartt.aot.note");

    assertThat(said(Map.of("CANNOT", "1"), "smartt", "version"))
        .contains("could not be prepared")
        .contains("see " + cache.toRealPath().resolve("smartt.aot.log"));

    assertThat(note).doesNotExist();
    assertThat(cache.resolve("smartt.aot.log")).content().contains("training");
    assertThat(said("smartt", "version")).doesNotContain("prepare");
  }

  @Test
  void javaCanNameEveryFileUnlessTheUserChoseACharacterSet()
      throws IOException, InterruptedException {
    said("smartt", "version");
    assertThat(said(Map.of(), "smartt", "--locale")).isEqualTo("[] [C.UTF-8]\n");
    assertThat(said(Map.of("LC_ALL", "C"), "smartt", "--locale")).isEqualTo("[C.UTF-8] []\n");
    assertThat(said(Map.of("LANG", "POSIX"), "smartt", "--locale")).isEqualTo("[] [C.UTF-8]\n");
    assertThat(said(Map.of("LANG", "de_DE.UTF-8"), "smartt", "--locale")).isEqualTo("[] []\n");
    assertThat(said(Map.of("LC_ALL", "ja_JP.eucJP", "LANG", "C"), "smartt", "--locale"))
        .isEqualTo("[ja_JP.eucJP] []\n");
  }

  @Test
  void answersToTheNamesOfBmv2() throws IOException, InterruptedException {
    assertThat(said("simple_switch_grpc", "p.json"))
        .contains("-XX:+ExitOnOutOfMemoryError")
        .endsWith("Smartt switch --loopback-for-any p.json\n");
    assertThat(said("simple_switch", "p.json"))
        .endsWith("Smartt switch --grpc-server-addr 127.0.0.1:0 p.json\n");
  }

  @Test
  void aPartThatIsNotInTheCheckoutsLauncherIsAnError() {
    assertThatThrownBy(() -> new Launcher("#!/bin/sh\n").part("names"))
        .isInstanceOf(IOException.class)
        .hasMessage("the launcher 'smartt' has no part '# >names'");
  }
}
