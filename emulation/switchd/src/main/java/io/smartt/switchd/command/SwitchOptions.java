package io.smartt.switchd.command;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.softswitch.standalone.TlsFiles;
import io.smartt.switchd.options.Addresses;
import io.smartt.switchd.options.TlsOptions;
import io.smartt.switchd.process.SwitchRequest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * Options of {@code smartt switch}: those of simple_switch_grpc, whose target options may stand
 * before or after {@code --}, and a few others.
 */
final class SwitchOptions {
  private static final String DEFAULT_ADDRESS = "127.0.0.1:9559";

  @Parameters(
      arity = "0..1",
      paramLabel = "PROGRAM",
      description =
          "BMv2 JSON (p4c-bm2-ss) to start with. Its P4Info is taken from the same folder.")
  private @Nullable Path program;

  @Option(
      names = {"-i", "--interface"},
      paramLabel = "PORT@NAME",
      description = {
        "Attaches an interface as port PORT. A NAME that ends in .pcap or .pcapng is a file: the"
            + " port receives what is in it, and what leaves goes to NAME_out.pcap."
      })
  private List<String> interfaces = List.of();

  @Option(
      names = "--port-name",
      paramLabel = "PORT@NAME",
      description = {
        "What controllers call port PORT where the program names ports by strings"
            + " (p4runtime_translation), as SAI P4 does. Default: its number."
      })
  private List<String> portNames = List.of();

  @Option(
      names = "--no-p4",
      description = "Starts without a program; a controller brings one over P4Runtime.")
  private boolean noP4;

  @Option(
      names = "--device-id",
      paramLabel = "ID",
      converter = UnsignedId.class,
      description = "P4Runtime device id, 64 bits without sign. Default: 0.")
  private long deviceId;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the program's random numbers and of link losses. Default: another each time.")
  private @Nullable Long seed;

  @Option(
      names = "--pcap",
      arity = "0..1",
      fallbackValue = ".",
      paramLabel = "FOLDER",
      preprocessor = PcapFolder.class,
      description = "Writes NAME_in.pcap and NAME_out.pcap for each interface.")
  private @Nullable Path pcapFolder;

  @Option(
      names = "--use-files",
      paramLabel = "SECONDS",
      description = "Each NAME of -i stands for NAME_in.pcap and NAME_out.pcap, read after a wait.")
  private @Nullable Integer useFilesWaitS;

  @Option(names = "--log-console", description = "Logs on standard output.")
  private boolean logConsole;

  @Option(names = "--log-file", paramLabel = "FILE", description = "Logs to a file.")
  private @Nullable Path logFile;

  @Option(
      names = {"-L", "--log-level"},
      paramLabel = "LEVEL",
      description = "trace, debug, info, warn, error or off. Default: trace.")
  private String logLevel = "trace";

  @Option(names = "--log-flush", description = "Writes out each line of the log file at once.")
  private boolean logFlush;

  @Option(
      names = "--dump-packet-data",
      paramLabel = "BYTES",
      description = "Logs so many bytes of each packet, at level info.")
  private int dumpBytes;

  @Option(
      names = "--grpc-server-addr",
      paramLabel = "HOST:PORT",
      description = "Where the P4Runtime server listens. Default: " + DEFAULT_ADDRESS + ".")
  private String p4Runtime = DEFAULT_ADDRESS;

  @Option(
      names = "--cpu-port",
      paramLabel = "PORT",
      description = "Port of packet-in and packet-out. Without it there is neither.")
  private @Nullable Integer cpuPort;

  @Option(
      names = "--drop-port",
      paramLabel = "PORT",
      description = "Egress port that drops. Default: 511.")
  private int dropPort = DropPort.DEFAULT;

  @Option(
      names = "--priority-queues",
      paramLabel = "N",
      description = "Queues of each port, 1 to 8, highest number first. Default: 1.")
  private int queues = 1;

  @Option(
      names = "--grpc-server-ssl",
      description = "TLS with the files of --grpc-server-cert and --grpc-server-key.")
  private boolean tls;

  @Option(
      names = {"--tls-cert", "--grpc-server-cert"},
      paramLabel = "FILE",
      description = "Certificate of the servers (PEM). --tls-cert implies TLS.")
  private @Nullable Path certificate;

  @Option(
      names = {"--tls-key", "--grpc-server-key"},
      paramLabel = "FILE",
      description = "Its private key (PEM, PKCS #8).")
  private @Nullable Path key;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Clients must show a certificate that this one signed (mutual TLS).")
  private @Nullable Path clientCa;

  @Option(
      names = "--grpc-server-cacert",
      paramLabel = "FILE",
      description = "As --tls-ca, together with --grpc-server-with-client-auth.")
  private @Nullable Path serverCa;

  @Option(
      names = "--grpc-server-with-client-auth",
      description = "Clients must show a certificate of --grpc-server-cacert.")
  private boolean clientAuth;

  @Option(
      names = "--insecure",
      defaultValue = "${env:SMARTT_SWITCH_INSECURE:-false}",
      description =
          "Listens beyond this machine's loopback without TLS and client certificates: all that"
              + " reach it can rewrite tables. Also: SMARTT_SWITCH_INSECURE=true.")
  private boolean insecure;

  @Option(
      names = "--loopback-for-any",
      description =
          "Where --grpc-server-addr is 0.0.0.0 or [::] and would be refused, listens on 127.0.0.1"
              + " and says so. The name simple_switch_grpc implies it.")
  private boolean loopbackForAny;

  @Option(
      names = "--ctl-addr",
      paramLabel = "HOST:PORT",
      description = "Where 'smartt switch ctl' is answered. Default: at the P4Runtime server.")
  private @Nullable String control;

  @Option(
      names = "--thrift-port",
      paramLabel = "[HOST:]PORT",
      description = {
        "Where BMv2's Thrift services are answered, for simple_switch_CLI and p4-utils. HOST is"
            + " 127.0.0.1 unless given. Default: nowhere."
      })
  private @Nullable String thrift;

  @Option(
      names = "--p4info",
      paramLabel = "FILE",
      description = "P4Info of PROGRAM, where it lies in another folder.")
  private @Nullable Path p4Info;

  @Option(
      names = "--strict",
      description = "P4Runtime by the letter: device id 0 is refused, among others.")
  private boolean strict;

  @Option(
      names = "--exit-when-done",
      description = "Ends once everything in the capture files has gone through.")
  private boolean endWithFiles;

  @Option(
      names = "--poll",
      description =
          "Never sleeps while it waits for frames of interfaces: least latency, for a core.")
  private boolean poll;

  @Option(
      names = "--ignore-ipv6-multicast",
      description =
          "Ports on interfaces take no frame to an IPv6 multicast address, such as those with which"
              + " bridges and kernels look for neighbours.")
  private boolean ignoresIpv6Multicast;

  /**
   * Returns what is asked for.
   *
   * @throws UserInputException naming the option that is wrong and what is accepted
   */
  SwitchRequest request() {
    if (!noP4 && program == null) {
      throw new UserInputException(
          "name a program (BMv2 JSON), or say --no-p4 to wait for a controller to bring one");
    }
    if (p4Info != null && program == null) {
      throw new UserInputException("--p4info goes with a program");
    }
    StandaloneSettings settings =
        new StandaloneSettings(
            "switch",
            deviceId,
            cpuPort == null ? OptionalInt.empty() : OptionalInt.of(cpuPort),
            dropPort,
            queues,
            StandaloneSettings.DEFAULT_QUEUE_PACKETS,
            numbered("--port-name", portNames, "1@Ethernet0", "name"),
            seed == null ? OptionalLong.empty() : OptionalLong.of(seed));
    if (strict && deviceId == 0) {
      throw new UserInputException(
          "--strict: device id 0 is not valid in P4Runtime 1.5; give --device-id 1 or more");
    }
    Optional<TlsFiles> files = tlsFiles();
    return new SwitchRequest(
        settings,
        numbered("-i", interfaces, "1@veth1 or 2@in.pcap", "interface"),
        useFilesWaitS == null ? OptionalInt.empty() : OptionalInt.of(Math.max(0, useFilesWaitS)),
        pcapFolder(),
        noP4 ? Optional.empty() : Optional.ofNullable(program),
        Optional.ofNullable(p4Info),
        p4Runtime(files),
        Optional.ofNullable(control).map(address -> Addresses.parse("--ctl-addr", address)),
        Optional.ofNullable(thrift)
            .map(at -> Addresses.parse("--thrift-port", at.contains(":") ? at : "127.0.0.1:" + at)),
        files,
        strict,
        log(),
        endWithFiles,
        poll ? IdleStrategy.POLL : IdleStrategy.BLOCK,
        ignoresIpv6Multicast);
  }

  /** Scripts of others bind any address, though what they start calls from this machine. */
  private InetSocketAddress p4Runtime(Optional<TlsFiles> tlsFiles) {
    InetSocketAddress asked = Addresses.parse("--grpc-server-addr", p4Runtime);
    boolean open = !insecure && tlsFiles.flatMap(TlsFiles::clientCa).isEmpty();
    return loopbackForAny && open && !asked.isUnresolved() && asked.getAddress().isAnyLocalAddress()
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), asked.getPort())
        : asked;
  }

  /** Returns what is to be said where the server listens elsewhere than asked. */
  Optional<String> narrowed(SwitchRequest request) {
    return request.p4Runtime().equals(Addresses.parse("--grpc-server-addr", p4Runtime))
        ? Optional.empty()
        : Optional.of(
            "--grpc-server-addr "
                + p4Runtime
                + ": it listens on 127.0.0.1 alone, since there is no TLS with client certificates;"
                + " others reach it with SMARTT_SWITCH_INSECURE=true");
  }

  /**
   * Refuses an open door: an address that others than this machine reach, with a server that does
   * not ask callers who they are.
   *
   * @throws UserInputException naming the address and what is accepted
   */
  void requireSafe(SwitchRequest request) {
    if (insecure) {
      return;
    }
    String withoutTls = "Thrift has no TLS: ";
    request
        .thrift()
        .ifPresent(address -> requireLoopback("--thrift-port " + thrift, address, withoutTls));
    if (request.tls().flatMap(TlsFiles::clientCa).isPresent()) {
      return;
    }
    String withTls = "give --tls-cert, --tls-key and --tls-ca, or ";
    requireLoopback("--grpc-server-addr " + p4Runtime, request.p4Runtime(), withTls);
    request
        .control()
        .ifPresent(address -> requireLoopback("--ctl-addr " + control, address, withTls));
  }

  private static void requireLoopback(String option, InetSocketAddress address, String tls) {
    if (!address.isUnresolved() && !address.getAddress().isLoopbackAddress()) {
      throw new UserInputException(
          option
              + ": all that reach it could rewrite tables; "
              + tls
              + "listen on 127.0.0.1, or accept that with --insecure or, for scripts,"
              + " SMARTT_SWITCH_INSECURE=true");
    }
  }

  /** Returns whether a program was named that --no-p4 makes of no use. */
  boolean ignoresProgram() {
    return noP4 && program != null;
  }

  private static Map<Integer, String> numbered(
      String option, List<String> texts, String example, String what) {
    Map<Integer, String> named = new LinkedHashMap<>();
    for (String text : texts) {
      int at = text.indexOf('@');
      int number =
          (int)
              Quantities.whole(text.substring(0, Math.max(0, at)), 0, Integer.MAX_VALUE)
                  .orElseThrow(() ->
                      new UserInputException(
                          "%s %s: write PORT@NAME, such as %s".formatted(option, text, example)));
      if (at == text.length() - 1) {
        throw new UserInputException(
            "%s %s: no %s is named behind the @".formatted(option, text, what));
      }
      if (named.put(number, text.substring(at + 1)) != null) {
        throw new UserInputException(
            "%s %s: port %d is given twice".formatted(option, text, number));
      }
    }
    return named;
  }

  private Optional<Path> pcapFolder() {
    if (pcapFolder != null && !Files.isDirectory(pcapFolder)) {
      throw new UserInputException("--pcap " + pcapFolder + ": no such folder");
    }
    return Optional.ofNullable(pcapFolder);
  }

  private Optional<TlsFiles> tlsFiles() {
    if (!tls && certificate == null && key == null && clientCa == null) {
      return Optional.empty();
    }
    TlsFiles files = TlsOptions.required(certificate, key, Optional.ofNullable(clientCa));
    if (clientAuth) {
      if (clientCa == null && serverCa == null) {
        throw new UserInputException(
            "--grpc-server-with-client-auth needs --grpc-server-cacert to check clients against");
      }
      Optional<Path> ca = files.clientCa().or(() -> Optional.ofNullable(serverCa));
      files = TlsOptions.required(certificate, key, ca);
    }
    return Optional.of(files);
  }

  private SwitchRequest.LogRequest log() {
    if (logConsole && logFile != null) {
      throw new UserInputException("--log-console and --log-file exclude each other");
    }
    if (dumpBytes < 0) {
      throw new UserInputException("--dump-packet-data " + dumpBytes + ": 0 or more is accepted");
    }
    SwitchLog.Level level =
        Arrays.stream(SwitchLog.Level.values())
            .filter(l -> l.name().equals(logLevel.toUpperCase(Locale.ROOT)))
            .findFirst()
            .orElseThrow(() ->
                new UserInputException(
                    "--log-level %s: accepted are %s"
                        .formatted(
                            logLevel,
                            Arrays.stream(SwitchLog.Level.values())
                                .map(l -> l.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining(", ")))));
    return new SwitchRequest.LogRequest(
        logConsole, Optional.ofNullable(logFile), level, logFlush, dumpBytes);
  }

  /**
   * Tells what follows {@code --pcap}: a folder, as Mininet scripts write it, or the program, since
   * the folder may be left out.
   */
  private static final class PcapFolder implements IParameterPreprocessor {
    @Override
    @SuppressWarnings("JdkObsolete") // picocli's interface has the stack.
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      boolean attached = info.get("separator") instanceof String separator && !separator.isBlank();
      if (!attached && !args.isEmpty() && !isFolder(args.peek())) {
        args.push(".");
      }
      return false;
    }

    private static boolean isFolder(String argument) {
      try {
        return !argument.startsWith("-") && Files.isDirectory(Path.of(argument));
      } catch (InvalidPathException e) {
        return false;
      }
    }
  }

  /** Reads a number of 64 bits without sign. */
  private static final class UnsignedId implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "'%s' is no device id; accepted are 0 to %s"
                .formatted(text, Long.toUnsignedString(-1)));
      }
    }
  }
}
