/** The study of how much the paper's figures depend on the constants that the paper leaves open. */
@NullMarked
package io.smartt.study.paper.sensitivity;

import org.jspecify.annotations.NullMarked;
