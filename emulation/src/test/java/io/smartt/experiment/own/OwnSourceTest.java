package io.smartt.experiment.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.own.OwnFiles.OwnSource;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ConstantsOrigin;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.own.CallGuard.OwnAlgorithmException;
import io.smartt.host.own.CallWatch;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.settings.SettingsValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The user's files: compiled, loaded, refused, and stopped. */
@Timeout(60)
class OwnSourceTest {
  private static final CongestionContext RUN =
      new CongestionContext(
          SettingsValues.DEFAULTS, ConstantsOrigin.PAPER, true, 10_000_000, 1, 4096);

  @TempDir private Path temp;

  private static String text(String name) throws IOException {
    try (var in = OwnSourceTest.class.getResourceAsStream("/own/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static CongestionControl control(OwnSource source) {
    return source.classes().description(CongestionControl.class);
  }

  private static CongestionControl control(String name) throws IOException {
    return control(new OwnSource.JavaText(name, text(name)));
  }

  private static CongestionController controller(CongestionScheme scheme) {
    return scheme.controller(10_000_000, 50_000_000_000L, 4170);
  }

  @Test
  void anErrorHasFileLineAndColumn() throws IOException {
    String broken = text("Throws.java").replace("acks++;", "acks++");

    assertThatThrownBy(() -> control(new OwnSource.JavaText("Throws.java", broken)))
        .isInstanceOf(UserInputException.class)
        .hasMessage("Throws.java:27:11: ';' expected");
  }

  @Test
  void aFileWithoutAFieldSaysWhatItHas() {
    assertThatThrownBy(() -> control(new OwnSource.JavaText("A.java", "class A { class B {} }")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("A.java: has no 'public static final CongestionControl'")
        .hasMessageContaining("A, A$B");
    assertThatThrownBy(() -> control(new OwnSource.JavaText("A.java", "// nothing")))
        .hasMessage("A.java: has no class");
  }

  @Test
  void aFailureOfTheFieldHasTheUsersLine() throws IOException {
    String failing = text("Throws.java").replace("\"a test\"", "\"a test\".substring(9)");

    assertThatThrownBy(() -> control(new OwnSource.JavaText("Throws.java", failing)))
        .hasMessageContaining("Throws.java:12: StringIndexOutOfBoundsException");
  }

  @Test
  void packagesOfTheProgramAreRefused() {
    String text = "package io.smartt.host.congestion; class A {}";

    assertThatThrownBy(() -> control(new OwnSource.JavaText("A.java", text)))
        .hasMessageContaining("is in a package of the program");
  }

  @Test
  void aJarIsRead() throws IOException {
    OwnSource source = new OwnSource.JavaText("DctcpCopy.java", text("DctcpCopy.java"));
    Path jar = temp.resolve("copy.jar");
    Files.write(jar, OwnFiles.jarOf(source.classes().byName()));

    assertThat(control(OwnFiles.read(jar.toString())).name()).isEqualTo("dctcp-copy");
    Files.write(jar, new byte[100]);
    assertThatThrownBy(() -> control(OwnFiles.read(jar.toString())))
        .isInstanceOf(UserInputException.class)
        .hasMessage("copy.jar: is no jar with classes");
  }

  @Test
  void aClassOfThePathComesWithWhatIsNestedInIt() {
    OwnSource source = OwnFiles.read("own.OnPath");

    assertThat(source.file()).isEqualTo("own.OnPath");
    assertThat(source.classes().byName()).containsKeys("own.OnPath", "own.OnPath$Settings");
    assertThat(control(source).name()).isEqualTo("on-path");
    assertThat(control(source).settings().getFirst().type())
        .isNotEqualTo(own.OnPath.Settings.class);
  }

  @Test
  void twoLoadsShareNoClass() throws IOException {
    assertThat(control("DctcpCopy.java").settings().getFirst().type())
        .isNotEqualTo(control("DctcpCopy.java").settings().getFirst().type());
  }

  @Test
  void aLoadBalancerIsNoScheme() throws IOException {
    OwnSource source = new OwnSource.JavaText("Alternating.java", text("Alternating.java"));

    assertThat(source.classes().description(LoadBalancer.class).name()).isEqualTo("alternating");
    assertThatThrownBy(() -> control(source)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLoopWithoutEndIsStoppedAndNamed() throws Exception {
    AtomicLong clock = new AtomicLong();
    CallWatch watch = new CallWatch(Duration.ofSeconds(10), clock::get);
    CongestionController loops =
        controller(
            watch
                .guard(0x0a000001)
                .guarded("loops", control("LoopsForEver.java").factory().apply(RUN)));
    CompletableFuture<Void> calls =
        CompletableFuture.runAsync(() -> {
          for (int i = 0; i < 100; i++) {
            loops.onAck(i, 4170, 10_000_000, false, 0);
          }
        });

    while (!calls.isDone()) {
      watch.look();
      clock.addAndGet(1_000_000_000);
      Thread.onSpinWait();
    }

    assertThatThrownBy(calls::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(OwnAlgorithmException.class)
        .hasMessageMatching(
            "scheme 'loops' did not return from onAck within 10 s(, stopped at"
                + " LoopsForEver.java:\\d+)?");
    assertThat(loops.windowBytes()).isPositive();
  }

  @Test
  void builtInOnesAreNotGuarded() {
    CongestionScheme guarded =
        new CallWatch(Duration.ofSeconds(10))
            .guard(1)
            .guarded("dctcp", Dctcp.CONTROL.factory().apply(RUN));

    assertThat(controller(guarded).getClass().getPackageName())
        .isEqualTo("io.smartt.host.congestion");
  }
}
