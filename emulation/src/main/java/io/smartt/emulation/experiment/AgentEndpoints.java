package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.InputSource;
import io.smartt.emulation.settings.SettingKey;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import io.smartt.host.agent.daemon.EndpointFactory;
import io.smartt.host.agent.daemon.EndpointRequest;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Makes the transport of an agent from an experiment's settings. */
public final class AgentEndpoints implements EndpointFactory {
  /** What an agent needs to know of an experiment: every setting that somebody set. */
  public static Map<String, String> settingsOf(ExperimentSpec spec) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (SettingKey<?> key : SettingKeys.all()) {
      if (spec.settings().isSet(key)) {
        texts.put(key.name(), spec.settings().text(key));
      }
    }
    return texts;
  }

  @Override
  public TransportEndpoint create(EndpointRequest request, TransportListener listener) {
    try {
      Settings settings = Settings.STANDARD;
      for (Map.Entry<String, String> entry : request.settings().entrySet()) {
        settings = settings.with(entry.getKey(), entry.getValue());
      }
      ExperimentSpec spec =
          new ExperimentSpec(
              "agent",
              "agent",
              settings,
              new InputSource.Named(settings.text(SettingKeys.TOPOLOGY)),
              new InputSource.Named(settings.text(SettingKeys.WORKLOAD)),
              false,
              List.of());
      return new HostSetup(spec, request.networkRttPs())
          .endpoint(
              request.address(), request.linkBps(), listener, new SplittableRandom(request.seed()));
    } catch (UserInputException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
