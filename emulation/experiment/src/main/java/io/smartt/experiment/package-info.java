/** Experiments: profiles, settings with their overrides, and the experiment made of them. */
@NullMarked
package io.smartt.experiment;

import org.jspecify.annotations.NullMarked;
