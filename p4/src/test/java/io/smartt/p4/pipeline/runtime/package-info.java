/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.runtime;

import org.jspecify.annotations.NullMarked;
