/** Where an experiment runs. */
@NullMarked
package io.smartt.emulation.fabric;

import org.jspecify.annotations.NullMarked;
