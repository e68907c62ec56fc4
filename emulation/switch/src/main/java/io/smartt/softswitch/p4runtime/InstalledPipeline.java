package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex;
import org.p4.v1.ForwardingPipelineConfig;

/**
 * A config that the device has realised.
 *
 * @param config as the controller sent it
 * @param info its P4Info by name and id, with widths of the data plane
 * @param device the pipeline in the switch
 * @param store what controllers wrote into it
 * @param translation between the strings of controllers and the numbers of the data plane
 */
record InstalledPipeline(
    ForwardingPipelineConfig config,
    P4InfoIndex info,
    DevicePipeline device,
    EntityStore store,
    SdnTranslation translation) {}
