package io.smartt.emulation.p4tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.input.UserInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link P4Compiler} with scripts in the compilers' place. */
class P4CompilerTest {
  /** Writes what it was called with to where the JSON should go. */
  private static final String WRITES_ARGUMENTS =
      """
      #!/bin/sh
      all="$0 $*"
      while [ $# -gt 0 ]; do
        case $1 in
          -o) json=$2 ;;
          --p4runtime-files) info=$2 ;;
          -v) case $2 in *:/out) out=${2%:/out} ;; esac ;;
        esac
        shift
      done
      case $json in /out/*) json=$out/${json#/out/}; info=$out/${info#/out/} ;; esac
      [ -d "$json" ] && json=$json/prog.json
      echo "$all" > "$json"
      touch "$info"
      """;

  @TempDir private Path folder = Path.of("");
  private Path source = Path.of("");

  @BeforeEach
  void writeProgram() throws IOException {
    source = folder.resolve("prog.p4");
    Files.writeString(source, "// a program");
  }

  private void install(String program, String script) throws IOException {
    Path file = folder.resolve(program);
    Files.writeString(file, script);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private P4Compiler.Compiled compile(String... options) {
    return new P4Compiler(new SearchPath(List.of(folder)))
        .compile(source, folder.resolve("out"), List.of(options));
  }

  @Test
  void theBackEndIsPreferredAndGetsTheOptions() throws IOException {
    install("p4c-bm2-ss", WRITES_ARGUMENTS);
    install("p4c", "#!/bin/sh\nexit 9\n");
    P4Compiler.Compiled compiled = compile("-I", "include");

    assertThat(compiled.json()).isEqualTo(folder.resolve("out/prog.json"));
    assertThat(compiled.p4info()).isEqualTo(folder.resolve("out/prog.p4info.txtpb"));
    assertThat(Files.readString(compiled.json()).strip())
        .isEqualTo(
            "%s -I include --p4runtime-files %s -o %s %s"
                .formatted(
                    folder.resolve("p4c-bm2-ss"), compiled.p4info(), compiled.json(), source));
  }

  @Test
  void theDriverIsToldTheTarget() throws IOException {
    install("p4c", WRITES_ARGUMENTS);

    assertThat(Files.readString(compile().json())).contains("--target bmv2 --arch v1model");
  }

  @Test
  void dockerIsUsedWhereThereIsNoCompiler() throws IOException {
    install("docker", WRITES_ARGUMENTS);

    assertThat(Files.readString(compile().json()))
        .contains("run --rm")
        .contains(folder + ":/in:ro")
        .contains("p4lang/p4c p4c-bm2-ss")
        .contains("/in/prog.p4");
  }

  @Test
  void withoutAnyTheErrorSaysWhatToInstall() {
    assertThatThrownBy(this::compile)
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "no P4 compiler: neither p4c-bm2-ss, p4c nor docker is on the PATH; install p4c"
                + " (https://github.com/p4lang/p4c), or Docker to run its image p4lang/p4c");
  }

  @Test
  void dockerThatDoesNotRunIsNoCompiler() throws IOException {
    install("docker", "#!/bin/sh\necho no daemon\nexit 125\n");

    assertThatThrownBy(this::compile)
        .hasMessageContaining("Docker cannot run p4lang/p4c: no daemon");
  }

  @Test
  void theCompilersMessagesAreTheError() throws IOException {
    install("p4c-bm2-ss", "#!/bin/sh\necho 'prog.p4(1): syntax error' >&2\nexit 1\n");

    assertThatThrownBy(this::compile)
        .hasMessage(source + " does not compile (p4c-bm2-ss, status 1):\nprog.p4(1): syntax error");
  }

  @Test
  void aCompilerThatWritesNothingIsNotBelieved() throws IOException {
    install("p4c-bm2-ss", "#!/bin/sh\nexit 0\n");

    assertThatThrownBy(this::compile).hasMessageContaining("did not write");
  }

  @Test
  void aMissingProgramIsNamed() {
    assertThatThrownBy(() ->
            new P4Compiler(new SearchPath(List.of()))
                .compile(folder.resolve("no.p4"), folder, List.of()))
        .hasMessage(folder.resolve("no.p4") + ": no such file");
  }
}
