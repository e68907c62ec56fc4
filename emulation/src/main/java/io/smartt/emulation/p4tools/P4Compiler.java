package io.smartt.emulation.p4tools;

import module java.base;

import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;

/**
 * Compiles v1model programs to BMv2 JSON and P4Info with p4c: {@code p4c-bm2-ss} or {@code p4c} on
 * the path, or the p4c image in Docker.
 */
public record P4Compiler(SearchPath path) {
  /** The public image with the compiler. */
  static final String IMAGE = "p4lang/p4c";

  private static final String HOME = "https://github.com/p4lang/p4c";

  /** The status of {@code docker run} where Docker itself failed, not what it ran. */
  private static final int DOCKER_FAILED = 125;

  private static final List<String> COMPILERS = List.of("p4c-bm2-ss", "p4c");

  /** The files that the compiler wrote, and its messages: warnings, or nothing. */
  public record Compiled(Path json, Path p4info, String messages) {}

  /**
   * Compiles a program.
   *
   * @param source the program
   * @param folder where the two files go
   * @param options for the compiler, such as {@code -I DIR} and {@code -D NAME}
   * @throws UserInputException with the compiler's messages, or saying what to install
   */
  public Compiled compile(Path source, Path folder, List<String> options) {
    if (!Files.isReadable(source)) {
      throw new UserInputException(source + ": no such file");
    }
    String base = String.valueOf(source.getFileName()).replaceFirst("\\.p4$", "");
    Compiled wanted =
        new Compiled(folder.resolve(base + ".json"), folder.resolve(base + ".p4info.txtpb"), "");
    WholeFile.folder(folder);
    String messages = run(command(source, wanted, options), source);
    requireWritten(wanted, messages);
    return new Compiled(wanted.json(), wanted.p4info(), messages);
  }

  private List<String> command(Path source, Compiled wanted, List<String> options) {
    for (String compiler : COMPILERS) {
      Optional<Path> found = path.find(compiler);
      if (found.isPresent()) {
        return command(found.get().toString(), compiler, source, wanted, options);
      }
    }
    Path docker =
        path.find("docker")
            .orElseThrow(() ->
                new UserInputException(
                    "no P4 compiler: neither p4c-bm2-ss, p4c nor docker is on the PATH; install p4c (%s), or Docker to run its image %s"
                        .formatted(HOME, IMAGE)));
    return inContainer(docker, source, wanted, options);
  }

  private static List<String> command(
      String program, String compiler, Path source, Compiled wanted, List<String> options) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(options);
    command.addAll(List.of("--p4runtime-files", wanted.p4info().toString()));
    if (compiler.equals("p4c")) {
      // The driver writes the JSON into a folder.
      command.addAll(List.of("--target", "bmv2", "--arch", "v1model"));
      command.addAll(List.of("-o", String.valueOf(wanted.json().toAbsolutePath().getParent())));
    } else {
      command.addAll(List.of("-o", wanted.json().toString()));
    }
    command.add(source.toString());
    return command;
  }

  private static List<String> inContainer(
      Path docker, Path source, Compiled wanted, List<String> options) {
    Path in = source.toAbsolutePath().normalize();
    Path out = wanted.json().toAbsolutePath().normalize();
    List<String> command =
        new ArrayList<>(
            List.of(
                docker.toString(),
                "run",
                "--rm",
                "-v",
                in.getParent() + ":/in:ro",
                "-v",
                out.getParent() + ":/out",
                "-w",
                "/in",
                IMAGE));
    command.addAll(
        command(
            "p4c-bm2-ss",
            "p4c-bm2-ss",
            Path.of("/in").resolve(in.getFileName()),
            new Compiled(
                Path.of("/out").resolve(out.getFileName()),
                Path.of("/out").resolve(wanted.p4info().getFileName()),
                ""),
            options));
    return command;
  }

  private static String run(List<String> command, Path source) {
    try {
      EndedProgram compiler = EndedProgram.of(command, List.of(), "compiling " + source);
      String output = compiler.said().strip();
      int status = compiler.status();
      if (status == DOCKER_FAILED && command.contains(IMAGE)) {
        throw new UserInputException(
            "no P4 compiler: neither p4c-bm2-ss nor p4c is on the PATH, and Docker cannot run %s: %s; install p4c (%s) or start Docker"
                .formatted(IMAGE, output.lines().findFirst().orElse("no reason given"), HOME));
      }
      if (status != 0) {
        throw new UserInputException(
            "%s does not compile (%s, status %d)%s"
                .formatted(
                    source,
                    Path.of(command.getFirst()).getFileName(),
                    status,
                    output.isEmpty() ? "" : ":\n" + output));
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command.getFirst(), e);
    }
  }

  private static void requireWritten(Compiled wanted, String messages) {
    for (Path file : List.of(wanted.json(), wanted.p4info())) {
      if (!Files.exists(file)) {
        throw new UserInputException(
            "the compiler ended well but did not write %s%s"
                .formatted(file, messages.isEmpty() ? "" : ":\n" + messages));
      }
    }
  }
}
