package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.certificates.CertificateAuthority.CertificateRequest;
import io.smartt.certificates.CertificateFolder;
import io.smartt.host.settings.RecordSettings;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt certs}. */
@Command(
    name = "certs",
    sortOptions = false,
    header = "Makes a small certificate authority and certificates for mutual TLS.",
    description = {
      "",
      "Writes ca.pem and ca-key.pem if DIR has none, and NAME.pem and NAME-key.pem for each name.",
      "A controller's certificate commands agents, workers and switches; a machine's is for its",
      "server alone. Certificates that still hold are kept; expired ones and those of another use",
      "are made anew. Keys are readable by their owner alone.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt certs certs --controller harness --name h1,192.168.0.11 --name h2,192.168.0.12",
      "  smartt certs certs --name trident1,trident1.lab,192.168.0.1 --days 30"
    })
public final class CertsCommand implements Callable<Integer> {
  private static final int MOST_DAYS = 36_500;

  private final Console console;

  @Parameters(paramLabel = "DIR", description = "Folder of the files; made if it is not there.")
  private Path folder = Path.of("certs");

  @Option(
      names = "--name",
      paramLabel = "NAME[,HOST...]",
      description = {
        "A machine with a server, with the other names and",
        "addresses that it is reached by; may be given more than once."
      })
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--controller",
      paramLabel = "NAME",
      description = "Who commands the machines: the harness. May be given more than once.")
  private List<String> controllers = new ArrayList<>();

  @Option(names = "--days", paramLabel = "N", description = "Days that it holds. Default: 365.")
  private int days = 365;

  public CertsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (days < 1 || days > MOST_DAYS) {
      throw new UserInputException("--days " + days + ": give 1 to " + MOST_DAYS);
    }
    List<CertificateRequest> requests =
        Stream.concat(
                controllers.stream().map(CertificateRequest::controller),
                names.stream().map(CertificateRequest::parse))
            .toList();
    if (requests.isEmpty()) {
      throw new UserInputException("give --controller NAME, --name NAME or both");
    }
    for (String usual : List.of("harness", "controller")) {
      if (names.contains(usual)) {
        throw new UserInputException(
            "--name %s: names are of machines; say --controller %s".formatted(usual, usual));
      }
    }
    CertificateFolder certificates =
        CertificateFolder.open(
            folder, Clock.systemUTC(), Duration.ofDays(days), new SecureRandom());
    TextTable table = new TextTable("certificate", "key", "for", "");
    table.row(
        certificates.authorityFile().toString(),
        certificates.keyFile("ca").toString(),
        "authority",
        RecordSettings.spelling(certificates.authority()));
    for (CertificateRequest request : requests) {
      CertificateFolder.Change change = certificates.issue(request);
      table.row(
          certificates.certificateFile(request.name()).toString(),
          certificates.keyFile(request.name()).toString(),
          (request.isController() ? "controller " : "") + String.join(", ", request.hosts()),
          RecordSettings.spelling(change));
    }
    console.show(table);
    return 0;
  }
}
