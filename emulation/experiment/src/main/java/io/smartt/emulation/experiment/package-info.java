/** Experiments: profiles, settings with their overrides, and the experiment made of them. */
@NullMarked
package io.smartt.emulation.experiment;

import org.jspecify.annotations.NullMarked;
