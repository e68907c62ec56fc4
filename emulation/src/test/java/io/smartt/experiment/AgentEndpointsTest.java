package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.experiment.own.OwnFiles.OwnSource;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.agent.daemon.EndpointRequest;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of an agent's endpoint for an experiment's settings. */
class AgentEndpointsTest {
  private static final TransportListener NOBODY = new TransportListener() {};

  private static EndpointRequest request(Map<String, String> settings) {
    return request(settings, List.of());
  }

  private static EndpointRequest request(
      Map<String, String> settings, List<EndpointRequest.Algorithm> algorithms) {
    return new EndpointRequest(
        new Destination(0x0a000001, 0x020000000001L),
        12_500_000,
        48_000_000_000L,
        1,
        settings,
        algorithms);
  }

  @Test
  void theWindowIsThatOfTheSettings() {
    // A BDP of 12.5 Mbps in 48 ms is 75,000 bytes.
    PathParameters path = new PathParameters(48_000_000_000L, 12_500_000);
    TransportEndpoint standard =
        new AgentEndpoints(Fabrics.builtIn().settings(), true).create(request(Map.of()), NOBODY);
    TransportEndpoint asked =
        new AgentEndpoints(Fabrics.builtIn().settings(), true)
            .create(request(Map.of("smartt.initial-window-bdps", "0.5")), NOBODY);

    int first = standard.open(0, new Destination(0x0a000002, 1), path);
    int second = asked.open(0, new Destination(0x0a000002, 1), path);

    assertThat(standard.windowBytes(first)).isEqualTo(112_500);
    assertThat(asked.windowBytes(second)).isEqualTo(37_500);
  }

  @Test
  void anUnknownOrWrongSettingIsNamed() {
    assertThatThrownBy(() ->
            new AgentEndpoints(Fabrics.builtIn().settings(), true)
                .create(request(Map.of("colour", "red")), NOBODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("colour");
    assertThatThrownBy(() ->
            new AgentEndpoints(Fabrics.builtIn().settings(), true)
                .create(request(Map.of("entropies", "many")), NOBODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("entropies");
  }

  @Test
  void aSchemeOfTheCallersIsLoadedForThoseWhoShowedAToken() throws IOException {
    Map<String, String> settings = Map.of("scheme", "never-opens");
    EndpointRequest request = request(settings, List.of(neverOpens()));
    TransportEndpoint endpoint =
        new AgentEndpoints(Fabrics.builtIn().settings(), true).create(request, NOBODY);

    int connection =
        endpoint.open(
            0, new Destination(0x0a000002, 1), new PathParameters(48_000_000_000L, 12_500_000));

    assertThat(endpoint.windowBytes(connection)).isZero();
    assertThatThrownBy(
            () -> new AgentEndpoints(Fabrics.builtIn().settings(), false).create(request, NOBODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no token");
  }

  @Test
  void aCallerNamesNoFileOfTheAgents() {
    assertThatThrownBy(() ->
            new AgentEndpoints(Fabrics.builtIn().settings(), true)
                .create(request(Map.of("scheme", "/tmp/Mine.java")), NOBODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'/tmp/Mine.java' is a file, and an agent reads none");
  }

  private static EndpointRequest.Algorithm neverOpens() throws IOException {
    try (var in = AgentEndpointsTest.class.getResourceAsStream("/own/NeverOpens.java")) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new EndpointRequest.Algorithm(
          "scheme", new OwnSource.JavaText("NeverOpens.java", text).classes());
    }
  }

  @Test
  void onlyWhatSomebodySetIsSent() {
    Settings settings =
        Fabrics.builtIn().settings().defaults().with("scheme", "swift").with("seed", "7");
    ExperimentSpec spec =
        new ExperimentSpec(
            "x",
            "virtual",
            settings,
            new InputSource.Named("testbed"),
            new InputSource.Named("incast:3x64KiB"),
            false,
            List.of());

    assertThat(AgentEndpoints.settingsOf(spec, spec.scheme()))
        .containsExactlyInAnyOrderEntriesOf(Map.of("scheme", "swift", "seed", "7"));
  }
}
