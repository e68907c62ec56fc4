package io.smartt.emulation.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.host.agent.daemon.EndpointRequest;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an agent makes of an experiment's settings. */
class AgentEndpointsTest {
  private static final TransportListener NOBODY = new TransportListener() {};

  private static EndpointRequest request(Map<String, String> settings) {
    return new EndpointRequest(
        new Destination(0x0a000001, 0x020000000001L), 12_500_000, 48_000_000_000L, 1, settings);
  }

  @Test
  void theWindowIsThatOfTheSettings() {
    // SMaRTT begins with 1.25 BDP; DCTCP with its own.
    PathParameters path = new PathParameters(48_000_000_000L, 12_500_000);
    TransportEndpoint smartt = new AgentEndpoints().create(request(Map.of()), NOBODY);
    TransportEndpoint swift =
        new AgentEndpoints().create(request(Map.of("scheme", "swift")), NOBODY);

    int first = smartt.open(0, new Destination(0x0a000002, 1), path);
    int second = swift.open(0, new Destination(0x0a000002, 1), path);

    assertThat(smartt.windowBytes(first)).isNotEqualTo(swift.windowBytes(second));
  }

  @Test
  void anUnknownOrWrongSettingIsNamed() {
    assertThatThrownBy(() -> new AgentEndpoints().create(request(Map.of("colour", "red")), NOBODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("colour");
    assertThatThrownBy(
            () -> new AgentEndpoints().create(request(Map.of("entropies", "many")), NOBODY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("entropies");
  }

  @Test
  void onlyWhatSomebodySetIsSent() {
    Settings settings = Settings.STANDARD.with("scheme", "swift").with("seed", "7");
    ExperimentSpec spec =
        new ExperimentSpec(
            "x",
            "virtual",
            settings,
            new InputSource.Named("testbed"),
            new InputSource.Named("incast:3x64KiB"),
            false,
            List.of());

    assertThat(AgentEndpoints.settingsOf(spec))
        .containsExactlyInAnyOrderEntriesOf(Map.of("scheme", "swift", "seed", "7"));
  }
}
