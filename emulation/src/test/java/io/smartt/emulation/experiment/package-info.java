/** Tests of settings, profiles and experiments. */
@NullMarked
package io.smartt.emulation.experiment;

import org.jspecify.annotations.NullMarked;
